import { describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { estimateTokens } from '../../../../src/core/chat/estimateTokens';
import type { Content } from '../../../../src/core/content/content';
import type { Part } from '../../../../src/core/content/part';
import { describeResource } from '../../../../src/core/context/contextSet';
import type { FileRead } from '../../../../src/core/context/seenReads';
import { Arrivals } from '../../../../src/host/chat/arrivals';
import { FakeClock } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { newSeen } from '../../../support/newSeen';
import { own } from '../../../support/own';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { shownTexts } = fakeVscode;

function fixture(room: number | undefined, selection = 0, isHarness = false) {
  const clock = new FakeClock();
  const seen = own(newSeen(new FakeStore(), clock));
  const arrivals = own(
    new Arrivals(
      { base: { clock }, context: { seen, describe: (address) => describeResource(address, undefined) } },
      {
        session: { isHarness, sawMessage: () => undefined },
        budget: { current: () => (room === undefined ? undefined : { tokens: room, room, modelName: 'Sol' }) },
        tokens: { of: (bytes: Uint8Array) => ({ tokens: estimateTokens(new TextDecoder().decode(bytes)) }) },
      } as unknown as ConstructorParameters<typeof Arrivals>[1],
      () => selection,
    ),
  );
  return { clock, seen, arrivals };
}

const address = (name: string) => ({ serverId: 'shop', uri: `note://${name}` });
const fileOf = (name: string) => Uri.from({ scheme: 'mcpres', path: `/${name}` });
const contentOf = (text: string) =>
  ({ bytes: new TextEncoder().encode(text), parts: [] as Part[] }) as unknown as Content;

function read(name: string, text: string, lines = 0): FileRead {
  const content = contentOf(text);
  return { file: fileOf(name).toString(), round: 1, lines, address: address(name), content, bytes: content.bytes };
}

describe('what became of the files of a message', () => {
  const long = 'word '.repeat(850);

  it('is that an excerpt is whole as long as it has lines left, and a file over its share is cut', () => {
    const { arrivals } = fixture(3_000);
    const longer = 'word '.repeat(2_500);
    expect(arrivals.of([read('long', longer)])).toEqual(['cut']);
    expect(arrivals.of([read('long', longer, 100)])).toEqual(['crowded']);
    expect(arrivals.of([read('long', `${longer}${'\n'.repeat(98)}`, 100)])).toEqual(['crowded']);
    expect(arrivals.of([read('long', `${longer}${'\n'.repeat(99)}`, 100)])).toEqual(['cut']);
  });

  it('depends on the text that is selected in the editor, which goes with each message', () => {
    expect(fixture(3_000).arrivals.of([read('short', long)])).toEqual(['whole']);
    expect(fixture(3_000, 1_500).arrivals.of([read('short', long)])).toEqual(['crowded']);
    expect(fixture(3_000, 2_900).arrivals.of([read('short', long, 100)])).toEqual(['empty']);
  });

  it('is in a session of the Copilot harness that files are whole and of excerpts only the beginning goes', () => {
    const { arrivals } = fixture(100, 0, true);
    expect(arrivals.of([read('file', long), read('excerpt', long, 100)])).toEqual(['whole', 'excerpt']);
  });

  it('is judged by a cautious number where no model is known', () => {
    const { arrivals } = fixture(undefined);
    expect(arrivals.of([read('short', long)])).toEqual(['whole']);
    expect(arrivals.of([read('long', long.repeat(8))])).toEqual(['cut']);
  });

  it('is told before it is sent where a text has more lines than its excerpt, and does not fit twice', () => {
    const { arrivals, seen, clock } = fixture(1_000);
    const { bytes } = contentOf('word '.repeat(600));
    arrivals.outgrew(address('never attached'), bytes);
    seen.mark(address('log'), contentOf('log'), 'attached');
    arrivals.outgrew(address('log'), contentOf('word '.repeat(300)).bytes);
    expect(shownTexts).toEqual([]);
    for (const again of [1, 2]) {
      for (let times = 0; times <= again; times += 1) arrivals.outgrew(address('log'), bytes);
      expect(shownTexts).toHaveLength(again);
      seen.mark(address('log'), contentOf('log'), 'attached', clock.now());
    }
    expect(shownTexts[0]).toBe(
      '“log” got more lines than were attached, and the chat may leave out the last ones. Remove it from the chat and attach it again.',
    );
  });

  it('is told once for a message, by name, where something may be lost', async () => {
    const { clock, seen } = fixture(1_000);
    seen.mark(address('a'), contentOf('a'), 'sent', clock.now(), 'empty');
    seen.mark(address('b'), contentOf('b'), 'sent', clock.now(), 'cut');
    seen.mark(address('b'), contentOf('b'), 'sent', clock.now(), 'cut');
    seen.mark(address('c'), contentOf('c'), 'sent');
    seen.mark(address('d'), contentOf('d'), 'sent', clock.now(), 'crowded');
    await clock.advance(2_000);
    expect(shownTexts).toEqual([
      'The chat may have shortened b because of the token limit. The chat may not have sent a because of the token limit. ' +
        'Send fewer resources at once, or add #mcpContext to your message so the model can read them.',
    ]);
  });
});

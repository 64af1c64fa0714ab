import { needsOf } from '../../../support/needsOf';
import { describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { Emitter } from '../../../../src/core/base/event';
import { HumanError } from '../../../../src/core/base/errors';
import { contextRowUri, rowUri } from '../../../../src/host/base/rowUri';
import { ResourceDecorations } from '../../../../src/host/tree/decorations';
import { FakeClock } from '../../../support/fakeClock';

const never = () => ({ dispose: () => undefined });

describe('the marks of resources', () => {
  it('are none that VS Code uses, and none at all in the view Context, where icons say it', () => {
    const file = Uri.file('/orders');
    const states = [
      { kind: 'failed', error: new HumanError('tooLarge', 'Too large.') },
      { kind: 'live', isUpdated: true, since: 'sent' },
      { kind: 'live', isUpdated: false, since: undefined },
    ];
    const marksOf = (uri: Uri): unknown[] =>
      states.map((liveness) => {
        const decorations = new ResourceDecorations(
          needsOf({
            clock: new FakeClock(),
            files: { addressOf: () => ({ serverId: 'shop', uri: 'db:orders' }) } as never,
            picked: { has: () => true } as never,
            live: { onDidChange: never, liveness: () => liveness } as never,
            staleness: () => undefined,
            connections: { onDidChange: never } as never,
            catalog: { onDidChange: never } as never,
          }),
        );
        const decoration = decorations.provideFileDecoration(uri);
        decorations.dispose();
        return [decoration?.badge, decoration?.tooltip];
      });
    const [failed, updated] = ['Too large.', 'Updated since you sent it'];
    expect(marksOf(rowUri(file))).toEqual([
      ['!', failed],
      ['●', updated],
      ['✓', 'In the context'],
    ]);
    expect(marksOf(contextRowUri(file))).toEqual([
      [undefined, failed],
      [undefined, updated],
      [undefined, undefined],
    ]);
  });

  it('are looked at once for all that changes at one go, and soon', async () => {
    const clock = new FakeClock();
    const [live, catalog] = [new Emitter<void>(), new Emitter<void>()];
    const decorations = new ResourceDecorations(
      needsOf({
        clock,
        files: { addressOf: () => undefined } as never,
        picked: { has: () => false } as never,
        live: { onDidChange: live.event } as never,
        staleness: () => undefined,
        connections: { onDidChange: never } as never,
        catalog: { onDidChange: catalog.event } as never,
      }),
    );
    let looks = 0;
    decorations.onDidChangeFileDecorations(() => (looks += 1));
    for (let mark = 0; mark < 500; mark += 1) live.fire();
    catalog.fire();
    await clock.advance(250);
    expect(looks).toBe(1);
    live.fire();
    await clock.advance(250);
    expect(looks).toBe(2);
    decorations.dispose();
    expect(clock.pending).toEqual([]);
  });
});

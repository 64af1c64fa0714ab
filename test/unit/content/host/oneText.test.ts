import { describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { describeResource } from '../../../../src/core/context/contextSet';
import { ContentCache } from '../../../../src/core/context/contentCache';
import { outgoingOf, type Outgoing } from '../../../../src/core/context/outgoing';
import { previewOf } from '../../../../src/core/preview/preview';
import type { ResourceContent } from '../../../../src/core/resource/resource';
import { roomInParts } from '../../../../src/core/tools/answerSize';
import { reportContent } from '../../../../src/core/tools/readReport';
import { saveFiles } from '../../../../src/host/content/saveFiles';
import { SeenDocuments } from '../../../../src/host/context/seenDocuments';
import { previewTools } from '../../../../src/node/preview/previewTools';
import { FakeClock } from '../../../support/fakeClock';
import { FakeStore } from '../../../support/fakeStore';
import { newSeen } from '../../../support/newSeen';
import { newVirtualFiles } from '../../../support/newVirtualFiles';
import { needsOf } from '../../../support/needsOf';
import type { ResourceAddress } from '../../../../src/core/resource/address';
import { own } from '../../../support/own';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { resource } from '../../catalog/fixtures';
import { definition, silent } from '../../connection/fakeServer';

type Body = string | readonly number[];

const shop = definition('shop');
const note = resource('a:note', { name: 'note' });
const address = { serverId: shop.id, ...note, size: undefined };

const latin = (text: string): number[] => [...Buffer.from(text, 'latin1')];
const utf8 = (text: string): number[] => [...Buffer.from(text)];
const utf16le = (text: string): number[] => [...Buffer.from(text, 'utf16le')];
const utf16be = (text: string): number[] => [...Buffer.from(text, 'utf16le').swap16()];
const ignore = (): undefined => undefined;
const utf8Mark = [0xef, 0xbb, 0xbf];
/** ご注文 */
const japanese = [0x82, 0xb2, 0x92, 0x8d, 0x95, 0xb6];

function blockOf(body: Body, mimeType: string | undefined, uri: string): ResourceContent {
  const isText = typeof body === 'string';
  return {
    uri,
    mimeType,
    body: isText ? { kind: 'text', text: body } : { kind: 'blob', bytes: Uint8Array.from(body) },
  };
}

/** What each road has of a read: the text, or `undefined` where it treats it as a binary. */
async function roadsOf(...blocks: readonly ResourceContent[]) {
  const clock = new FakeClock();
  let answer: readonly ResourceContent[] = [blockOf('before\n', 'text/plain', note.uri)];
  const cache = own(
    new ContentCache({
      clock,
      log: silent,
      proofOf: () => '',
      announcedType: () => undefined,
      isLive: () => false,
      read: () => Promise.resolve({ contents: answer, problems: [], ttl: undefined, version: undefined }),
    }),
  );
  const seen = own(newSeen(new FakeStore(), clock));
  const [reads, live, missed] = [
    { took: ignore, shown: ignore },
    { hold: ignore },
    { wasAvailable: ignore, failed: ignore },
  ];
  const others = { reads, live, missed, log: silent } as unknown as Omit<
    Parameters<typeof newVirtualFiles>[0],
    'definitions' | 'cache'
  >;
  const files = own(newVirtualFiles({ definitions: () => [shop], cache, ...others }));
  const documents = own(
    new SeenDocuments(
      needsOf({
        clock,
        cache,
        files,
        seen,
        live: { hold: () => ({ dispose: () => undefined }) },
        describe: (address: ResourceAddress) => describeResource(address, undefined),
        log: silent,
      }) as unknown as ConstructorParameters<typeof SeenDocuments>[0],
      () => undefined,
    ),
  );
  seen.mark(address, await cache.get(address), 'sent');
  answer = blocks;
  const content = await cache.refresh(address);
  const preview = previewOf({ resource: note, serverName: 'shop', content, now: 0 }, previewTools);
  const count = (text: string) => Promise.resolve(text.length);
  const size = { bytes: 32_000, tokens: 8_000, data: 1_000_000 };
  const limits = { ...size, room: roomInParts, count, fence: '===' };
  const { pieces } = await reportContent(content, { part: undefined, range: undefined, ...limits });
  const tool = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('\n');
  const file = files.uri(shop.id, note);
  const bytes = await files.readFile(file);
  expect((await files.stat(file)).size).toBe(bytes.length);
  fakeVscode.press(undefined);
  await documents.showChanges(address, {});
  const [, , now] = fakeVscode.commands.executed.find(([command]) => command === 'vscode.diff') ?? [];
  seen.mark(address, content, 'sent');
  const difference = now === undefined ? undefined : documents.provideTextDocumentContent(now as Uri);
  return { preview, tool, bytes, content, difference, seen };
}

async function saved(content: Awaited<ReturnType<typeof roadsOf>>['content']): Promise<readonly (readonly number[])[]> {
  const { files, saveDialogs, openDialogs } = fakeVscode;
  if (content.parts.length > 1) openDialogs.answer([Uri.file('/saved')]);
  else saveDialogs.answer(Uri.file('/saved'));
  await saveFiles([{ resource: address, content }]);
  return files.uris.map((uri) => [...(files.bytes(uri) ?? [])]);
}

describe('a text in any encoding', () => {
  it.each<[string, string | undefined, Body, string]>([
    ['UTF-8', 'text/plain', utf8('Größe ✓'), 'Größe ✓'],
    ['UTF-8 with its mark', 'text/plain', [...utf8Mark, ...utf8('Größe')], 'Größe'],
    ['UTF-8 with its mark, in text', 'text/plain', '\ufeffGröße', 'Größe'],
    ['UTF-8 with its mark, without a type', undefined, [...utf8Mark, ...utf8('Größe')], 'Größe'],
    ['ISO 8859-1', 'text/plain; charset=iso-8859-1', latin('Grüße'), 'Grüße'],
    ['ISO 8859-1 that nobody names', 'text/plain', latin('Grüße'), 'Grüße'],
    ['Windows-1251', 'text/plain; charset="windows-1251"', [0xc4, 0xe0], 'Да'],
    ['Shift JIS', 'text/plain; charset=Shift_JIS', japanese, 'ご注文'],
    ['Shift JIS of an unknown type', 'application/x-note; charset=shift_jis', japanese, 'ご注文'],
    ['GBK that could be UTF-8 by chance', 'text/plain; charset=gbk', [0xc6, 0xbb], '苹'],
    ['ISO 2022-JP', 'text/plain; charset=iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], '日'],
    ['UTF-16 LE with its mark', 'text/plain', [0xff, 0xfe, ...utf16le('Größe')], 'Größe'],
    ['UTF-16 BE with its mark', undefined, [0xfe, 0xff, ...utf16be('Größe')], 'Größe'],
    ['UTF-16 LE without a mark', 'text/plain; charset=utf-16le', utf16le('Größe'), 'Größe'],
    ['UTF-16 BE without a mark', 'text/plain; charset=utf-16be', utf16be('Größe'), 'Größe'],
    ['UTF-16 without NUL, as long as in UTF-8', 'text/plain; charset=utf-16le', utf16le('Да'), 'Да'],
    ['UTF-16 without a byte at its end', 'text/plain; charset=utf-16le', utf16le('Size!').slice(0, -1), 'Size\ufffd'],
    ['an encoding that nobody knows', 'text/plain; charset=no-such', utf8('Größe'), 'Größe'],
    ['UTF-8 that is called ISO 8859-1', 'text/plain; charset=iso-8859-1', utf8('Größe'), 'Größe'],
    ['UTF-8 that is called UTF-16', 'text/plain; charset=utf-16', utf8('Size'), 'Size'],
    ['UTF-8 that is called Shift JIS', 'text/plain; charset=shift_jis', utf8('Größe ✓ für'), 'Größe ✓ für'],
    ['ISO 8859-1 that is called UTF-8', 'text/plain; charset=utf-8', latin('Grüße'), 'Grüße'],
    ['UTF-8 with a broken character', 'text/plain', [...utf8('Grüße aus'), 0xc3], 'Grüße aus\ufffd'],
    ['text with NUL', 'text/plain', 'one\0two', 'one␀two'],
    ['bytes with NUL', 'text/plain', utf8('one\0two'), 'one␀two'],
    ['text of an unknown type', 'application/x-note', utf8('Size'), 'Size'],
  ])(
    'is the same wherever it is shown, sent and compared, and is saved as it came: %s',
    async (_, type, body, text) => {
      const { preview, tool, bytes, content, difference, seen } = await roadsOf(blockOf(body, type, note.uri));
      expect({
        preview: preview.parts[0]?.body,
        file: Buffer.from(bytes).toString(),
        attached: outgoingOf(address, content).map((file) => file.kind),
        tool: tool
          .split('\n===\n')
          .slice(1)
          .join()
          .replace(/\n===$/u, ''),
        difference: [difference, seen.last(address)?.text],
        saved: await saved(content),
      }).toEqual({
        preview: { kind: 'text', text },
        file: text,
        attached: ['text'],
        tool: text,
        difference: [text, text],
        saved: [[...(typeof body === 'string' ? utf8(body) : body)]],
      });
    },
  );

  it.each<[string, string | undefined, number[]]>([
    ['of no known type', undefined, [1, 2, 3, 0xff, 0xfe, 0]],
    ['that are called a text', 'text/plain', [1, 2, 3, 0xff, 0xfe, 0]],
    ['that are called UTF-8', 'text/plain; charset=utf-8', [1, 2, 3, 0xff, 0xfe, 0]],
    ['that are mostly NUL', 'text/plain', utf8('name\0\0\0\0\0\0\0\0')],
    ['of an archive with a charset', 'application/zip; charset=iso-8859-1', [0x50, 0x4b, 3, 4, 20, 0, 0, 0]],
  ])('is not made of bytes %s', async (_, type, body) => {
    const { preview, tool, bytes, content, difference } = await roadsOf(blockOf(body, type, note.uri));
    const [{ kind }] = outgoingOf(address, content) as [Outgoing];
    expect([preview.parts[0]?.body.kind, kind, [...bytes], difference, await saved(content)]).toEqual([
      'none',
      'binary',
      body,
      undefined,
      [body],
    ]);
    expect(tool).toContain('This is neither text nor an image');
  });

  it.each<[string, unknown, string, readonly number[], readonly number[]]>([
    ['encoding', 'shiftjis', 'a text', utf8('Grüße'), [...utf8Mark, ...utf8('Grüße')]],
    ['autoGuessEncoding', true, 'a text', utf8('Grüße'), [...utf8Mark, ...utf8('Grüße')]],
    ['encoding', 'utf8', 'a text', utf8('Grüße'), utf8('Grüße')],
    ['encoding', 'shiftjis', 'a binary', [1, 2, 0xff], [1, 2, 0xff]],
  ])('is UTF-8 for VS Code with files.%s %j, too: %s', async (key, value, _, body, served) => {
    fakeVscode.settings.set(`files.${key}`, value);
    const { bytes, content } = await roadsOf(blockOf(body, undefined, note.uri));
    expect([[...bytes], await saved(content)]).toEqual([served, [body]]);
  });

  it('is in UTF-8 among several, alone and in the file with all, and is saved as it came', async () => {
    const [german, marked] = [latin('Grüße'), [...utf8Mark, ...utf8('one\0two')]];
    const { bytes, content } = await roadsOf(
      blockOf(german, 'text/plain; charset=iso-8859-1', 'a:note/1.txt'),
      blockOf(marked, 'text/plain', 'a:note/2.txt'),
    );
    expect(Buffer.from(bytes).toString()).toBe('--- a:note/1.txt ---\nGrüße\n\n--- a:note/2.txt ---\none␀two\n');
    expect(content.parts.map((part) => Buffer.from(part.bytes).toString())).toEqual(['Grüße', 'one␀two']);
    expect(await saved(content)).toEqual([german, marked]);
  });
});

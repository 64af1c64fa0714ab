import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { rendition } from '../../../src/core/content/rendition';
import type { Content } from '../../../src/core/content/content';
import { roomInParts } from '../../../src/core/tools/answerSize';
import { reportContent, type Report, type Wanted } from '../../../src/core/tools/readReport';
import type { ResourceContent } from '../../../src/core/resource/resource';

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (one) => one.charCodeAt(0),
);

const text = (uri: string, body: string, mimeType = 'text/plain'): ResourceContent => ({
  uri,
  mimeType,
  body: { kind: 'text', text: body },
});
const blob = (uri: string, bytes: Uint8Array, mimeType?: string): ResourceContent => ({
  uri,
  mimeType,
  body: { kind: 'blob', bytes },
});

function contentOf(...contents: readonly ResourceContent[]): Content {
  const common = { problems: [], isFromWeb: false, version: undefined, readAt: 0, ttl: undefined, changedAt: 0 };
  return { ...rendition('a:b', contents), ...common };
}

function report(content: Content, wanted: Partial<Wanted> = {}): Promise<Report> {
  const count = (one: string): Promise<number> => Promise.resolve(one.length / 4);
  return reportContent(content, {
    part: undefined,
    range: undefined,
    room: roomInParts,
    bytes: 32_000,
    tokens: 1_000,
    data: 1_000_000,
    count,
    fence: '=====f=====',
    ...wanted,
  });
}

const range = (fields: Partial<NonNullable<Wanted['range']>>): Wanted['range'] => ({
  startLine: undefined,
  endLine: undefined,
  offset: undefined,
  length: undefined,
  ...fields,
});

/** Returns what the model reads: text as it is, data by its type. */
function shown({ pieces }: Report): string[] {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : `<${piece.mimeType} ${piece.bytes.length}>`));
}

describe('a text', () => {
  it('stands whole between two lines, behind a line that says what it is', async () => {
    const result = await report(contentOf(text('a:b', 'one\ntwo\n', 'text/markdown')));
    expect(shown(result)).toEqual(['{"mimeType":"text/markdown","size":8}\n=====f=====\none\ntwo\n=====f=====']);
    expect(result.isWhole).toBe(true);
  });

  it('is shown with what it hides escaped and counted, and without change otherwise', async () => {
    const hiding = 'Hi\u{e0049}\u{e0067}\u{e006e} 👩\u200d👩\u200d👧 ❤\ufe0f \u202eevil\u202c\u200b نامه\u200cای\n';
    expect(shown(await report(contentOf(text('a:b', hiding))))).toEqual([
      '{"mimeType":"text/plain","size":71,"invisibleCharacters":{"tags":3,"directionOverrides":2,"others":1,"shownAs":"\\\\u{…}"}}\n' +
        '=====f=====\nHi\\u{e0049}\\u{e0067}\\u{e006e} 👩\u200d👩\u200d👧 ❤\ufe0f \\u{202e}evil\\u{202c}\\u{200b} نامه\u200cای\n=====f=====',
    ]);
  });

  it('is cut at a line where it is too long, with what to give to go on', async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1}\n`).join('');
    const result = await report(contentOf(text('a:b', lines)), { tokens: 100 });
    const [shownText = ''] = shown(result);
    const label = JSON.parse(shownText.split('\n')[0] ?? '') as Record<string, string>;
    const next = Number(/"startLine": (\d+)/u.exec(label['cut'] ?? '')?.[1]);
    expect(label['lines']).toBe(`1-${next - 1} of 1000`);
    expect(shownText).toContain(`line ${next - 1}\n=====`);
    expect(result.isWhole).toBe(false);
    const rest = await report(contentOf(text('a:b', lines)), { range: range({ startLine: next, endLine: next }) });
    expect(shown(rest)[0]).toContain(`=====\nline ${next}\n=====`);
    expect(rest.isWhole).toBe(false);
  });

  it('of one endless line goes on by characters', async () => {
    const [shownText = ''] = shown(await report(contentOf(text('a:b', 'x'.repeat(10_000))), { tokens: 100 }));
    expect(shownText).toMatch(/"characters":"0-(\d+) of 10000","cut":"[^"]*\\"offset\\": \1\."/u);
  });

  it('in another encoding is text all the same', async () => {
    const utf16 = Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x62, 0]);
    expect(shown(await report(contentOf(blob('a:b', utf16, 'text/plain'))))[0]).toContain('=====\nab\n=====');
  });
});

describe('several contents', () => {
  const several = contentOf(
    text('a:1', '# Notes\n', 'text/markdown'),
    blob('a:2', png, 'image/png'),
    text('a:3', 'last'),
    blob('a:4', Uint8Array.from([0, 1, 2]), 'application/octet-stream'),
  );

  it('come in their order, each with its label, images as images', async () => {
    const result = await report(several);
    expect(shown(result)).toEqual([
      '{"part":1,"of":4,"uri":"a:1","mimeType":"text/markdown","size":8}\n=====f=====\n# Notes\n=====f=====\n' +
        '{"part":2,"of":4,"uri":"a:2","mimeType":"image/png","size":70,"note":"The image follows."}',
      '<image/png 70>',
      '{"part":3,"of":4,"uri":"a:3","mimeType":"text/plain","size":4}\n=====f=====\nlast\n=====f=====\n' +
        '{"part":4,"of":4,"uri":"a:4","mimeType":"application/octet-stream","size":3,"note":"This is neither text nor an image that models accept. Ask the user to open or save it."}',
    ]);
    expect(result.isWhole).toBe(false);
  });

  it('can be read one by one', async () => {
    expect(shown(await report(several, { part: 3, range: range({ length: 2 }) }))).toEqual([
      '{"part":3,"of":4,"uri":"a:3","mimeType":"text/plain","size":4,"lines":"1-1 of 1","characters":"0-2 of 4"}\n=====f=====\nla\n=====f=====',
    ]);
    await expect(report(several, { part: 5 })).rejects.toThrow('a number from 1 to 4');
    await expect(report(several, { range: range({ startLine: 1 }) })).rejects.toThrow('"part"');
  });

  it('that find no room are named with how to get them', async () => {
    const long = contentOf(text('a:1', 'x'.repeat(4_000)), text('a:2', 'y'.repeat(400)));
    const result = await report(long, { tokens: 1_010 });
    expect(shown(result)[0]).toContain(
      'It does not fit here. Read it separately with the tool for reading MCP resources, with \\"part\\": 2.',
    );
    expect(shown(result)[0]).not.toContain('yyy');
    expect(result.isWhole).toBe(false);
  });
});

describe('the bytes of a report', () => {
  const bytesOf = (result: Report): number => Buffer.byteLength(shown(result).join('\n'));

  it('are bounded whatever a text holds: its lines of equals signs, and characters of several bytes', async () => {
    for (const body of [
      '='.repeat(90_000),
      '漢'.repeat(90_000),
      '=====f=====\n'.repeat(9_000),
      '😀\n'.repeat(30_000),
      '\u{e0041}\u200b'.repeat(45_000),
    ]) {
      const result = await report(contentOf(text('a:b', body)), { tokens: 100_000 });
      expect(bytesOf(result)).toBeLessThanOrEqual(32_000);
      expect(bytesOf(result)).toBeGreaterThan(29_000);
      expect(result.isWhole).toBe(false);
    }
  });

  it('are bounded for many contents: those without room are named', async () => {
    const many = Array.from({ length: 90 }, (_, index) => text(`a:${index}${'x'.repeat(900)}`, 'short'));
    const result = await report(contentOf(...many));
    expect(bytesOf(result)).toBeLessThanOrEqual(32_000);
    const [, from] = /contents from (\d+) on were skipped/u.exec(shown(result).join('')) ?? [];
    expect(Number(from)).toBeGreaterThan(25);
    expect(shown(result).join('')).toContain(`"part":${Number(from) - 1},`);
    expect(shown(result).join('')).not.toContain(`"part":${from},`);
  });
});

describe('what models do not take', () => {
  const notes = async (content: Content, wanted: Partial<Wanted> = {}): Promise<string> =>
    shown(await report(content, wanted)).join('\n');

  it('is said: other images, large ones, and bytes', async () => {
    const bmp = Uint8Array.from([0x42, 0x4d, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0]);
    expect(await notes(contentOf(blob('a:b', bmp, 'image/bmp')))).toContain(
      'Models do not accept images of this type.',
    );
    const huge = Uint8Array.from(png);
    huge.set([0, 0, 0xff, 0xff], 16);
    expect(await notes(contentOf(blob('a:b', huge, 'image/png')))).toContain('Ask the user to open it.');
    expect(await notes(contentOf(blob('a:b', png, 'image/png')), { data: 10 })).toContain('does not fit here');
  });

  it('is said of bytes that call themselves an image', async () => {
    const fake = contentOf(blob('a:b', Uint8Array.from([0, 1, 2, 3]), 'image/png'));
    expect(await notes(fake)).toContain('Models do not accept images of this type.');
    expect(await notes(fake)).not.toContain('<image/png');
  });

  it('is passed on where some do: a PDF', async () => {
    const pdf = new TextEncoder().encode('%PDF-1.4\n%\u00e2\u00e3\n');
    const result = await report(contentOf(blob('a:b', pdf, 'application/pdf')));
    expect(shown(result).at(-1)).toBe(`<application/pdf ${pdf.length}>`);
    expect(shown(result)[0]).toContain('If you do not see it');
  });

  it('makes a read with a problem incomplete', async () => {
    const problems = [new HumanError('badContent', 'A block is broken.')];
    expect((await report({ ...contentOf(text('a:b', 'x')), problems })).isWhole).toBe(false);
  });
});

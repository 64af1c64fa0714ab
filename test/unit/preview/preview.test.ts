import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { legible } from '../../../webview-ui/base/legible';
import { visibleText } from '../../../webview-ui/preview/visibleText';
import { contentOf, now, preview, resourceOf } from './support';

describe('a preview', () => {
  it('tells everything that a user can read, the important first', () => {
    const resource = resourceOf({
      title: 'Orders',
      description: 'All of them.',
      mimeType: 'text/plain',
      size: 9,
      audience: ['user', 'assistant'],
      priority: 0.754,
      lastModified: now - 86_400_000,
      extra: { _meta: { team: 'sales' }, tags: ['a'], owner: 'sales', etag: 'x'.repeat(400) },
    });
    const { facts, title, summary, readAt } = preview([{ body: '{"a": 12}', mimeType: 'application/json' }], {
      resource,
    });
    expect(title).toBe('Orders');
    expect([summary, readAt]).toEqual(['JSON · 9 B', now]);
    expect(facts).toEqual([
      ['Description', 'All of them.'],
      ['URI', 'test://thing'],
      ['Server', 'demo'],
      ['Name', 'thing'],
      ['Type', 'application/json'],
      ['Size', '9 B'],
      ['Priority', '0.75'],
      ['Changed', now - 86_400_000],
      ['Audience', 'User, Assistant'],
      ['“owner”', 'sales'],
      ['“etag”', `${'x'.repeat(300)}…`],
    ]);
  });

  it('tells the type and size of a PDF', () => {
    const body = new TextEncoder().encode('%PDF-1.7\n\u00e2');
    expect(preview([{ body, mimeType: 'application/x-pdf' }]).summary).toBe('PDF · 11 B');
  });

  it('tells the size that was read, whatever was announced', () => {
    const { facts } = preview([{ body: 'x'.repeat(12_345) }], { resource: resourceOf({ size: 12 }) });
    expect(facts).toContainEqual(['Size', `12 kB (${(12_345).toLocaleString()} bytes)`]);
  });

  it('tells when it was read, and the time by the same clock', () => {
    const content = contentOf([{ body: 'a' }], { readAt: now - 300_000 });
    expect(preview([], { content })).toMatchObject({ readAt: now - 300_000, now });
  });

  it.each([
    ['Markdown', 'text/markdown'],
    ['Code', 'text/x-python'],
    ['Text', 'text/plain'],
    ['Table', 'text/csv'],
  ])('names its type in a word, where there is one: %s', (words, mimeType) => {
    expect(preview([{ body: 'a,b\n1,2', mimeType }]).summary).toBe(`${words} · 7 B`);
  });

  it('tells how many characters the texts hide, and shows those of the URI', () => {
    const samples = [
      { uri: 'test://1', body: 'a\u{e0049}\u{e0067}\u202eb\u200b' },
      { uri: 'test://2', body: '{"a":"\u200b👩‍👧"}' },
    ];
    const { facts } = preview(samples, { resource: resourceOf({ uri: 'a:\u202eb\u200bc' }) });
    expect(facts).toContainEqual(['URI', String.raw`a:\u{202e}b\u{200b}c`]);
    expect(facts.at(-1)).toEqual(['Invisible characters', '5 (2 tags, 1 direction overrides)']);
    expect(preview([{ body: 'a\u200b' }]).facts.at(-1)).toEqual(['Invisible characters', '1']);
    expect(visibleText('\ta\u{e0049}\u202e\u200b\u0007 👩‍👧\n')).toBe('\ta\\u{e0049}\\u{202e}\\u{200b}\ufffd 👩‍👧\n');
    expect(legible('a\u{e0049}\u202eb')).toBe('a\ufffd\ufffd\ufffdb');
  });

  it('tells what did not come from the server', () => {
    const content = contentOf([{ body: 'a' }], { isFromWeb: true });
    expect(preview([], { content }).facts).toContainEqual(['Source', 'directly from the web, not through the server']);
  });

  it('shows several contents with their names', () => {
    const { parts, summary } = preview([
      { uri: 'test://thing/a.md', mimeType: 'text/markdown', body: '# A' },
      { uri: 'test://thing/b.bin', body: new Uint8Array([0, 1, 2]) },
    ]);
    expect(parts).toMatchObject([
      { name: 'a.md', mimeType: 'text/markdown', size: '3 B', body: { kind: 'markdown' } },
      { name: 'b.bin', mimeType: 'application/octet-stream', size: '3 B', body: { kind: 'none' } },
    ]);
    expect(summary).toBe('2 files · 6 B');
  });

  it('names a single content by nothing but its title', () => {
    expect(preview([{ body: 'a' }]).parts[0]?.name).toBeUndefined();
  });

  it('shows the first twenty contents and says so', () => {
    const { parts, problems } = preview(Array.from({ length: 21 }, (_, at) => ({ uri: `test://${at}`, body: 'a' })));
    expect(parts).toHaveLength(20);
    expect(problems).toEqual(['Only the first 20 files are shown. Open the resource to see the rest.']);
  });

  it('shows a megabyte of text in all', () => {
    const { parts } = preview(
      Array.from({ length: 7 }, (_, at) => ({ uri: `test://${at}`, body: 'a'.repeat(180_000) })),
    );
    expect(parts.map(({ body }) => ('text' in body ? body.text.length : body.kind))).toEqual([
      ...[180_000, 180_000, 180_000, 180_000, 180_000],
      100_000,
      'none',
    ]);
    expect(parts.slice(-2).map(({ cut }) => cut)).toEqual([
      'Only the beginning is shown. Open the resource to see the rest.',
      'This part isn’t shown because the resource is too large for a full preview. Open the resource to see everything.',
    ]);
  });

  it('passes on what could not be read of it', () => {
    const problems = [new HumanError('badContent', 'One content is damaged.')];
    expect(preview([], { content: contentOf([{ body: 'a' }], { problems }) }).problems).toEqual([
      'One content is damaged.',
    ]);
  });

  it('says so when the server answered with nothing', () => {
    expect(preview([])).toMatchObject({ parts: [], problems: ['The server returned no content.'] });
  });
});

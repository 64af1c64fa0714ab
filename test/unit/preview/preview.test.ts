import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { contentOf, now, preview, resourceOf } from './support';

describe('a preview', () => {
  it('tells everything that is known, the important first', () => {
    const resource = resourceOf({
      title: 'Orders',
      description: 'All of them.',
      mimeType: 'text/plain',
      size: 9,
      audience: ['user', 'assistant'],
      priority: 0.754,
      lastModified: now - 86_400_000,
      extra: { _meta: { team: 'sales' }, etag: 'x'.repeat(400) },
    });
    const { facts, title, summary } = preview([{ body: '{"a": 12}', mimeType: 'application/json' }], { resource });
    expect(title).toBe('Orders');
    expect(summary).toBe('application/json · 9 B · read just now');
    expect(facts).toEqual([
      ['Description', 'All of them.'],
      ['URI', 'test://thing'],
      ['Server', 'demo'],
      ['Name', 'thing'],
      ['Type', 'text/plain'],
      ['Size', '9 bytes'],
      ['Priority', '0.75'],
      ['Modified', new Date(now - 86_400_000).toLocaleString()],
      ['Audience', 'user, assistant'],
      ['_meta', '{"team":"sales"}'],
      ['etag', `${'x'.repeat(300)}…`],
      ['Type as read', 'application/json'],
      ['Read', new Date(now).toLocaleString()],
    ]);
  });

  it('tells of a PDF its type and size, and where to see its pages', () => {
    const body = new TextEncoder().encode('%PDF-1.7\n\u00e2');
    const { summary, parts } = preview([{ body, mimeType: 'application/x-pdf' }]);
    expect(summary).toBe('application/x-pdf · 11 B · read just now');
    expect(parts).toMatchObject([
      { body: { kind: 'none' }, cut: "PDFs aren't shown here. Open or save the file to see its pages." },
    ]);
  });

  it('tells the size where it is another than announced', () => {
    const { facts } = preview([{ body: 'x'.repeat(12_345) }], { resource: resourceOf({ size: 12 }) });
    expect(facts).toContainEqual(['Size', '12 bytes']);
    expect(facts).toContainEqual(['Size as read', `12 kB (${(12_345).toLocaleString()} bytes)`]);
  });

  it.each([
    ['read just now', false, 0],
    ['read a moment ago', true, 30_000],
    ['read 5 min ago, still good', true, 300_000],
  ])('tells when it was read: %s', (words, isFromCache, age) => {
    const content = contentOf([{ body: 'a' }], { readAt: now - age });
    expect(preview([], { content, isFromCache }).summary).toBe(`text/plain · 1 B · ${words}`);
  });

  it('tells what did not come from the server', () => {
    const content = contentOf([{ body: 'a' }], { isFromWeb: true });
    expect(preview([], { content }).facts).toContainEqual(['Source', 'the web, in place of the server']);
  });

  it('shows several contents with their names', () => {
    const { parts, summary } = preview([
      { uri: 'test://thing/a.md', mimeType: 'text/markdown', body: '# A' },
      { uri: 'test://thing/b.bin', body: new Uint8Array([0, 1, 2]) },
    ]);
    expect(parts).toMatchObject([
      { name: 'a.md', mimeType: 'text/markdown', size: '3 B', body: { kind: 'markdown' } },
      { name: 'b.bin', mimeType: 'application/octet-stream', size: '3 B', body: { kind: 'hex' } },
    ]);
    expect(summary).toBe('2 contents · 6 B · read just now');
  });

  it('names a single content by nothing but its title', () => {
    expect(preview([{ body: 'a' }]).parts[0]?.name).toBeUndefined();
  });

  it('shows the first twenty contents and says so', () => {
    const { parts, problems } = preview(Array.from({ length: 21 }, (_, at) => ({ uri: `test://${at}`, body: 'a' })));
    expect(parts).toHaveLength(20);
    expect(problems).toEqual(['Only the first 20 of 21 contents are shown. Open the resource to see all of them.']);
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
      'Only the first 100 kB are shown. Open it to see all of it.',
      'Not shown, because the contents are large together. Open the resource to see all of it.',
    ]);
  });

  it('passes on what could not be read of it', () => {
    const problems = [new HumanError('badContent', 'One content is damaged.')];
    expect(preview([], { content: contentOf([{ body: 'a' }], { problems }) }).problems).toEqual([
      'One content is damaged.',
    ]);
  });

  it('says so when the server answered with nothing', () => {
    expect(preview([])).toMatchObject({ parts: [], problems: ['The server answered without any content.'] });
  });
});

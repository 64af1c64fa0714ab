import { describe, expect, it } from 'vitest';
import { announcedType, contentKindOf, templateType, typeMatcher } from '../../../src/core/content/contentKind';

describe('the kind of a type', () => {
  it.each([
    ['text/markdown', 'markdown'],
    ['text/x-python', 'code'],
    ['application/typescript', 'code'],
    ['text/html', 'code'],
    ['application/xml', 'code'],
    ['text/x-yaml', 'code'],
    ['.lua', 'code'],
    ['.ini', 'text'],
    ['application/ld+json', 'json'],
    ['application/x-ndjson', 'json'],
    ['text/plain', 'text'],
    ['text/x-log', 'text'],
    ['text/csv', 'table'],
    ['application/vnd.ms-excel', 'table'],
    ['image/svg+xml', 'image'],
    ['audio/mpeg', 'audio'],
    ['video/mp4', 'video'],
    ['application/pdf', 'pdf'],
    ['application/gzip', 'archive'],
    ['application/x-7z-compressed', 'archive'],
    ['application/octet-stream', 'other'],
    ['inode/directory', 'other'],
    ['', 'other'],
    // A resource cannot pass itself off as a template.
    ['template', 'other'],
  ])('%s: %s', (type, kind) => {
    expect(contentKindOf(type)).toBe(kind);
  });
});

describe('the type of a resource that was not read', () => {
  it.each([
    ['Text/Markdown; charset=utf-8', 'x:a.json', 'text/markdown'],
    [undefined, 'file:///a/README.md', 'text/markdown'],
    [undefined, 'file:///a/b.PNG?size=2#x', 'image/png'],
    [undefined, 'x:notes.txt', 'text/plain'],
    [undefined, 'x:a.lua', '.lua'],
    [undefined, 'db://sales.orders/table', ''],
    [undefined, 'db://sales.orders', ''],
    // No MIME type.
    ['template', 'x:a', ''],
    ['json', 'x:a.csv', 'text/csv'],
  ])('announced as %s, %s: %j', (mimeType, uri, type) => {
    expect(announcedType(mimeType, uri)).toBe(type);
  });
});

describe('what a user calls a type', () => {
  const types = [
    'text/markdown',
    'text/plain',
    'application/json',
    'text/x-yaml',
    '.lua',
    'image/png',
    'image/jpeg',
    '',
    templateType,
  ];

  it.each([
    ['markdown', ['text/markdown']],
    ['mark', ['text/markdown']],
    ['md', ['text/markdown']],
    ['.md', ['text/markdown']],
    ['text', ['text/plain']],
    ['txt', ['text/plain']],
    ['te', ['text/plain', templateType]],
    ['json', ['application/json']],
    ['yml', ['text/x-yaml']],
    ['lua', ['.lua']],
    ['code', ['text/x-yaml', '.lua']],
    ['jpeg', ['image/jpeg']],
    ['image', ['image/png', 'image/jpeg']],
    ['image/', ['image/png', 'image/jpeg']],
    ['text/mark', ['text/markdown']],
    ['other', ['']],
    ['template', [templateType]],
  ])('%s', (wanted, expected) => {
    expect(types.filter(typeMatcher(wanted) ?? (() => false))).toEqual(expected);
  });

  it('may be nothing', () => {
    expect(typeMatcher('nonsense')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../../src/core/base/errors';
import type { Logger } from '../../../../src/core/base/ports';
import type { ReadResult } from '../../../../src/core/session/session';
import { failure, open, raw, read } from '../support';

const limit = 1_000_000;

async function readFrom(
  scenario: string,
  uri: string,
  maxBytes = limit,
  ...flags: readonly string[]
): Promise<ReadResult> {
  const { session } = await open(raw(scenario, ...flags));
  return read(session, uri, maxBytes);
}

describe('reading a resource', () => {
  it('returns all blocks, text and bytes', async () => {
    const { contents, problems, ttl } = await readFrom('multiContent', 'multi://three');
    const [notes, pixel, empty] = contents;
    expect({ problems, ttl, notes, empty }).toEqual({
      problems: [],
      ttl: undefined,
      notes: {
        uri: 'multi://three/notes.md',
        mimeType: 'text/markdown',
        body: { kind: 'text', text: '# Notes\n' },
      },
      empty: { uri: 'multi://three/empty.txt', mimeType: 'text/plain', body: { kind: 'text', text: '' } },
    });
    const bytes = pixel?.body.kind === 'blob' ? [...pixel.body.bytes.slice(0, 4)] : [];
    expect(bytes).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  it('keeps the good blocks and reports the others', async () => {
    const { contents, problems } = await readFrom('multiContent', 'multi://odd');
    expect(contents.map(({ body }) => body)).toEqual([
      { kind: 'text', text: 'text and more' },
      { kind: 'blob', bytes: new Uint8Array([0, 1, 2]) },
      { kind: 'text', text: 'good' },
    ]);
    expect(problems.map(({ reason, message }) => `${reason}: ${message.slice(0, 33)}`)).toEqual([
      'badContent: Couldn’t decode part 1 of 5, beca',
      'badContent: Couldn’t decode part 2 of 5, beca',
      'badContent: Couldn’t decode part 4 of 5, beca',
    ]);
  });

  it('returns nothing for an answer without blocks', async () => {
    expect(await readFrom('multiContent', 'multi://none')).toMatchObject({ contents: [], problems: [] });
  });

  it('reports invalid base64', async () => {
    const { contents, problems } = await readFrom('badBase64', 'blob://bad');
    expect({ contents, reasons: problems.map(({ reason }) => reason) }).toEqual({
      contents: [],
      reasons: ['badContent'],
    });
  });

  it('reads the URL-safe alphabet and what is not padded', async () => {
    const { session } = await open(raw('urlSafeBase64'));
    const bytes = async (uri: string) => {
      const [block] = (await read(session, uri, limit)).contents;
      return block?.body.kind === 'blob' ? [...block.body.bytes] : undefined;
    };
    expect(await bytes('blob://url-safe')).toEqual([0xfb, 0xff, 0xfe]);
    expect(await bytes('blob://unpadded')).toEqual([0xfb, 0xff]);
  });

  it('reads a blob beyond the limits of the SDK, byte for byte', async () => {
    const size = 20 * 1024 * 1024;
    const { contents } = await readFrom('bigBlob', 'blob://big', size, '--bytes', String(size));
    const body = contents[0]?.body;
    const bytes = body?.kind === 'blob' ? body.bytes : new Uint8Array();
    expect(bytes.length).toBe(size);
    expect(bytes.every((byte, index) => byte === index % 251)).toBe(true);
  });

  it('refuses what is larger than asked for, bytes and text, and goes on', async () => {
    const { session } = await open(raw('bigBlob', '--bytes', '2000000'));
    expect(await failure(read(session, 'blob://big', 1_999_999))).toMatchObject({
      reason: 'tooLarge',
      message: 'The resource is larger than 2 MB. To read it, raise “mcpResources.read.maxSize” in the settings.',
    });
    expect((await read(session, 'blob://small', 3)).contents).toHaveLength(1);
    const text = await open(raw('bigText', '--bytes', '1600000'));
    expect(await failure(read(text.session, 'text://big', 1_599_999))).toMatchObject({ reason: 'tooLarge' });
  });

  it('understands every way to say that a resource is gone', async () => {
    const { session } = await open(raw('notFound'));
    const reasons = [];
    for (const name of ['32002', '32602', 'words', 'internal', 'never-was'])
      reasons.push((await failure(read(session, `gone://${name}`, limit))).reason);
    expect(reasons).toEqual(['notFound', 'notFound', 'notFound', 'serverError', 'notFound']);
    expect((await read(session, 'gone://here', limit)).contents).toHaveLength(1);
  });

  it('keeps what a server says out of the log', async () => {
    const lines: string[] = [];
    const keep = (line: string): void => void lines.push(line);
    const log: Logger = { isTracing: true, trace: keep, info: keep, warn: keep, error: keep, named: () => log };
    const { session } = await open(raw('notFound'), { log });
    await failure(read(session, 'gone://internal', limit));
    expect(lines.map((line) => line.replace(/\d+ ms/, 'n ms'))).toEqual([
      'resources/read failed after n ms: serverError (ProtocolError -32603)',
    ]);
  });

  it('passes on for how long an answer is fresh', async () => {
    expect(await readFrom('modernTtl', 'live://counter')).toMatchObject({ ttl: 60_000 });
  });

  it('can be cancelled', async () => {
    const { session } = await open(raw('slow', '--delay', '100'), { connectTimeout: 20_000 });
    const stop = new AbortController();
    const reading = read(session, 'good://1', limit, stop.signal);
    stop.abort();
    await expect(reading).rejects.toBeInstanceOf(CancelledError);
    await expect(read(session, 'good://1', limit, stop.signal)).rejects.toBeInstanceOf(CancelledError);
  });

  it('asks for the URI exactly as it was written', async () => {
    const { session } = await open(raw('pages', '--items', '1'));
    for (const uri of ['HTTP://Host/%7ea/../b?x#y', 'no uri at all', 'ü://ß %'])
      expect((await read(session, uri, limit)).contents[0]?.uri).toBe(uri);
  });
});

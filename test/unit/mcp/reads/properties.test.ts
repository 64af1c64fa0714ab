// Properties that hold for any message of a server, checked with random JSON.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../../../src/core/resource/resource';
import { readContents } from '../../../../src/core/mcp/reads/contents';
import { messagesIn } from '../../../../src/core/mcp/base/envelope';
import { factsIn } from '../../../../src/core/mcp/base/handshake';
import { Normaliser } from '../../../../src/core/mcp/lists/normalise';
import { walk, type ListRequest } from '../../../../src/core/mcp/lists/paging';
import { isBlank } from '../../../../src/core/base/legible';
import { isFields } from '../../../../src/core/base/values';
import { decodeBase64 } from '../../../../src/node/base/base64';
import { PromptClock } from '../../../support/fakeClock';
import { collect, never, noLimits } from '../support';

const anything = fc.jsonValue({ maxDepth: 3 });
const sometimes = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<unknown> => fc.oneof(values, anything);

/** An item in which every field may be anything, but often has the right type. */
const item = fc.record(
  {
    uri: sometimes(fc.webUrl()),
    uriTemplate: sometimes(fc.constant('a://{b}')),
    name: sometimes(fc.string()),
    title: sometimes(fc.string()),
    description: sometimes(fc.string()),
    mimeType: sometimes(fc.constantFrom('text/plain', 'image/png')),
    size: sometimes(fc.nat()),
    annotations: sometimes(
      fc.record(
        {
          audience: sometimes(fc.array(fc.constantFrom('user', 'assistant', 'nobody'))),
          priority: sometimes(fc.double()),
          lastModified: sometimes(fc.date({ noInvalidDate: true }).map((date) => date.toISOString())),
        },
        { requiredKeys: [] },
      ),
    ),
    icons: sometimes(fc.array(sometimes(fc.record({ src: sometimes(fc.string()) })))),
    _meta: anything,
    vendor: anything,
  },
  { requiredKeys: [] },
);

/** Throws when a field does not have the type that {@link Resource} promises. */
function checkTypes(resource: Resource): void {
  const text = expect.any(String) as unknown;
  expect({ uri: resource.uri, name: resource.name }).toEqual({ uri: text, name: text });
  expect(resource.name).not.toBe('');
  for (const value of [resource.title, resource.description, resource.mimeType])
    expect(value === undefined || typeof value === 'string').toBe(true);
  const { priority, size, lastModified, audience } = resource;
  expect(priority === undefined || (priority >= 0 && priority <= 1)).toBe(true);
  expect(size === undefined || size >= 0).toBe(true);
  expect(lastModified === undefined || Number.isFinite(lastModified)).toBe(true);
  expect(['user', 'assistant', undefined]).toEqual(expect.arrayContaining([...(audience ?? [])]));
}

function listOf(page: unknown): ListRequest<Resource> {
  return {
    pageTimeout: 1000,
    key: 'resources',
    fetch: () => Promise.resolve(page),
    normaliser: new Normaliser(),
    item: (normaliser, raw) => normaliser.resource(raw),
  };
}

/** True for an item with a URI of which something can be seen. */
const isGood = (raw: unknown): boolean => isFields(raw) && typeof raw['uri'] === 'string' && !isBlank(raw['uri']);

describe('the normaliser', () => {
  it('never throws, and gives an item of the right types for everything that has a URI', () => {
    fc.assert(
      fc.property(sometimes(item), (raw) => {
        const normaliser = new Normaliser();
        const resource = normaliser.resource(raw);
        const hasUri = isGood(raw);
        expect({ isSaved: resource !== undefined, dropped: normaliser.dropped }).toEqual({
          isSaved: hasUri,
          dropped: hasUri ? 0 : 1,
        });
        if (!resource) return;
        expect(resource.uri).toBe(isFields(raw) && raw['uri']);
        checkTypes(resource);
        normaliser.template(raw);
      }),
      { numRuns: 2000 },
    );
  });

  it('loses no good item of a list, whatever stands beside it', async () => {
    const good = fc.record({ uri: fc.webUrl(), name: fc.string({ minLength: 1 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(good, sometimes(item)), { maxLength: 30 }), async (resources) => {
        const { items, pages } = await collect(
          walk(listOf({ resources }), { limits: noLimits, clock: new PromptClock(0), signal: never }),
        );
        const wanted = resources.filter(isGood).map((raw) => (raw as { uri: string }).uri);
        expect(items.map(({ uri }) => uri)).toEqual(wanted);
        expect(pages.reduce((sum, { dropped }) => sum + dropped, 0)).toBe(resources.length - wanted.length);
      }),
    );
  });
});

describe('the envelope reader', () => {
  const id = fc.oneof(fc.integer(), fc.string());
  const message = fc.oneof(
    fc.record(
      { jsonrpc: sometimes(fc.constant('2.0')), id, result: anything, extra: anything },
      { requiredKeys: ['id', 'result'] },
    ),
    fc.record({ id: sometimes(id), error: anything }, { requiredKeys: ['error'] }),
    fc.record({ method: sometimes(fc.string()), params: anything, id: sometimes(id) }, { requiredKeys: ['method'] }),
  );

  it('never throws, and gives messages with a version and an object where one belongs', () => {
    fc.assert(
      fc.property(fc.oneof(anything, message, fc.array(fc.oneof(message, anything))), (value) => {
        for (const message of messagesIn(value)) {
          expect(message.jsonrpc).toBe('2.0');
          if ('result' in message) expect(isFields(message.result)).toBe(true);
          if ('params' in message) expect(isFields(message.params)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('loses no answer of a batch, whatever stands beside it', () => {
    const answer = fc.record({
      jsonrpc: fc.constant('2.0'),
      id: fc.integer(),
      result: fc.dictionary(fc.string(), anything),
    });
    const isAnswer = (one: unknown): boolean => isFields(one) && Number.isInteger(one['id']) && isFields(one['result']);
    fc.assert(
      fc.property(fc.array(fc.oneof(answer, anything), { maxLength: 20 }), (batch) => {
        const wanted = batch.filter((one) => isAnswer(one) && !('method' in (one as object)));
        const messages = messagesIn(batch).filter(
          (one) => 'result' in one && wanted.some((raw) => (raw as { id: unknown }).id === one.id),
        );
        expect(messages).toHaveLength(wanted.length);
      }),
    );
  });
});

describe('what servers say of themselves and of contents', () => {
  it('never throws in the handshake', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('capabilities', 'serverInfo', 'supportedVersions', '_meta', 'x'), anything),
        (result) => {
          expect(typeof factsIn(result, '2025-11-25').hasResources).toBe('boolean');
        },
      ),
    );
  });

  it('fails for people or gives every block that can be decoded', () => {
    const block = fc.record(
      {
        uri: sometimes(fc.string()),
        mimeType: anything,
        text: sometimes(fc.string()),
        blob: sometimes(fc.base64String()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(sometimes(fc.record({ contents: sometimes(fc.array(sometimes(block))), ttlMs: anything })), (raw) => {
        const blocks = isFields(raw) ? raw['contents'] : undefined;
        const read = (): ReturnType<typeof readContents> => readContents(raw, 'a:b', 1e6, decodeBase64);
        if (!Array.isArray(blocks) && !isFields(blocks)) {
          expect(read).toThrow(expect.objectContaining({ reason: 'protocol' }) as Error);
          return;
        }
        const { contents, problems } = read();
        const texts = (Array.isArray(blocks) ? blocks : [blocks]).filter(
          (one) => isFields(one) && typeof one['text'] === 'string',
        );
        expect(contents.length).toBeGreaterThanOrEqual(texts.length);
        if (!Array.isArray(blocks)) return;
        // A block with a text and a blob gives both, or one and a problem.
        const pairs = blocks.filter(
          (one) => isFields(one) && typeof one['text'] === 'string' && typeof one['blob'] === 'string',
        );
        const results = contents.length + problems.length;
        expect([results >= blocks.length, results <= blocks.length + pairs.length]).toEqual([true, true]);
      }),
    );
  });
});

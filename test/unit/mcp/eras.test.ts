import { existsSync } from 'node:fs';
import path from 'node:path';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { revisions } from '../../../src/core/mcp/base/revisions';
import { eraOf, eraOpenedBy, eras, isModernDiscovery } from '../../../src/core/mcp/eras';

const ofEra = (id: string): readonly string[] => revisions.flatMap(([name, era]) => (era === id ? [name] : []));

describe('the supported revisions', () => {
  it('are those of the SDK, newest first', () => {
    expect(ofEra('legacy')).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
    expect(ofEra('modern')).toEqual(['2026-07-28']);
    const names = revisions.map(([name]) => name);
    expect(names).toEqual(names.toSorted().reverse());
  });

  it('have an official schema that what is sent is held against, but for a draft', () => {
    const schema = (name: string): string => path.join(import.meta.dirname, '../../schemas', `${name}.json`);
    expect(revisions.map(([name]) => name).filter((name) => !existsSync(schema(name)))).toEqual(['2024-10-07']);
  });
});

describe('an era', () => {
  it.each([
    ['', 'legacy'],
    ['2024-01-01', 'legacy'],
    ['2025-11-25', 'legacy'],
    ['2026-07-27', 'legacy'],
    ['2026-07-28', 'modern'],
    ['2030-01-01', 'modern'],
  ])('of revision %j is %s', (revision, era) => {
    expect(eraOf(revision).id).toBe(era);
  });

  it('is opened by a request of its own', () => {
    expect(Object.values(eras).map(({ opening }) => eraOpenedBy(opening)?.id)).toEqual(['legacy', 'modern']);
    expect(eraOpenedBy('resources/list')).toBeUndefined();
  });

  it.each([
    [{}, false],
    [{ supportedVersions: '2026-07-28' }, false],
    [{ supportedVersions: ['2025-11-25', 20_260_728, null] }, false],
    [{ supportedVersions: ['2025-11-25', '2026-07-28'] }, true],
    [{ supportedVersions: ['2030-01-01'] }, true],
  ])('is the modern one for the discovery %j: %s', (result, isModern) => {
    expect(isModernDiscovery(result)).toBe(isModern);
  });
});

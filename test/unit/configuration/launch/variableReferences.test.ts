import { describe, expect, it } from 'vitest';
import {
  hasReferences,
  referencesIn,
  referencesOf,
  substitute,
} from '../../../../src/core/configuration/launch/variableReferences';
import { http, stdio } from '../fixtures';

const reference = (text: string, name: string, argument?: string): unknown => ({ text, name, argument });

describe('references in a text', () => {
  it.each([
    ['', []],
    ['plain', []],
    ['$HOME and $(date) and {a}', []],
    ['${a', []],
    ['$', []],
    ['${', []],
    ['${a}', [reference('${a}', 'a')]],
    ['${}', [reference('${}', '')]],
    ['x${a}y${b:c}z', [reference('${a}', 'a'), reference('${b:c}', 'b', 'c')]],
    ['${a:b:c}', [reference('${a:b:c}', 'a', 'b:c')]],
    ['${a:}', [reference('${a:}', 'a', '')]],
    ['$${a}', [reference('${a}', 'a')]],
    ['${a:-{"b":1}}', [reference('${a:-{"b":1}}', 'a', '-{"b":1}')]],
    ['${a:${b}}', [reference('${a:${b}}', 'a', '${b}')]],
    ['{}}{${a}}', [reference('${a}', 'a')]],
    ['${a${b}', [reference('${b}', 'b')]],
    ['${/}', [reference('${/}', '/')]],
  ])('of %j', (text, references) => {
    expect(referencesIn(text)).toEqual(references);
    expect(hasReferences(text)).toBe(references.length > 0);
  });

  it('are replaced where there is a value, and values are not looked into', () => {
    const values = new Map([
      ['${a}', '${b}'],
      ['${b}', 'B$&$1'],
      ['${e}', ''],
    ]);
    expect(substitute('<${a}|${b}|${c}|${e}|${open', values)).toBe('<${b}|B$&$1|${c}||${open');
  });

  it('take time in proportion to a hostile text', () => {
    const text = '${'.repeat(500_000);
    expect(referencesIn(text)).toEqual([]);
    expect(substitute(text, new Map())).toBe(text);
  });
});

describe('references of a launch', () => {
  it('are each met once, with the first place', () => {
    const launch = stdio({
      command: '${c}',
      args: ['a', '${a}${c}', '${a}'],
      cwd: '${d}',
      env: { '${KEY}': '${e}', GONE: null },
      envFile: '${f}',
    });
    expect(referencesOf(launch)).toEqual([
      { reference: reference('${c}', 'c'), place: 'command' },
      { reference: reference('${a}', 'a'), place: 'args' },
      { reference: reference('${d}', 'd'), place: 'cwd' },
      { reference: reference('${e}', 'e'), place: 'env.${KEY}' },
      { reference: reference('${f}', 'f'), place: 'envFile' },
    ]);
  });

  it('of an HTTP server stand in its address and headers', () => {
    expect(referencesOf(http('https://${h}/', { Authorization: 'Bearer ${t:x}' }))).toEqual([
      { reference: reference('${h}', 'h'), place: 'url' },
      { reference: reference('${t:x}', 't', 'x'), place: 'headers.Authorization' },
    ]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { allKinds } from '../../../../src/core/configuration/launch/kinds';
import { userSource } from '../fixtures';

const source = path.resolve(import.meta.dirname, '../../../../src');

it('asks for the kind of a server, or for its transport, only where a kind is described', () => {
  const url = 'https://a.example';
  const place = { name: 'a', source: userSource };
  const names = allKinds.map((kind) => kind.parse(place, { [kind.field]: url }, '').kind);
  const asked = new RegExp(String.raw`\b(kind|transport|type) [!=]== '(${names.join('|')}|HTTP|HTTP\+SSE)'`);
  const asking = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && asked.test(readFileSync(path.join(source, file), 'utf8')))
    .map((file) => file.replaceAll(path.sep, '/'));
  expect({ names, asking }).toEqual({ names: ['stdio', 'http'], asking: ['core/configuration/launch/stdio.ts'] });
});

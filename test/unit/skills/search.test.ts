import { expect, it } from 'vitest';
import { parseQuery } from '../../../src/core/search/parseQuery';
import { emptyQuery } from '../../../src/shared/searchQuery';
import { newSource } from '../search/copies';
import { entryOf, listOf, skillText, skillWorld } from './skillWorld';

const going = { aborted: false };

it('finds the skills of a server, and their files as any resource', async () => {
  const refunds = entryOf('skill://shop/refunds', skillText('refunds'), { 'forms/EU.md': '# EU' });
  const nested = entryOf('skill://shop/refunds/late', skillText('late'));
  const { index, catalog } = await skillWorld({ 'skills/list': listOf(refunds, nested) });
  const find = async (text: string) => {
    const { ids } = await index.search(parseQuery({ ...emptyQuery, text }, 0), 'name', going);
    return Array.from(ids, (id) => catalog.table.uri(id));
  };
  expect(await find('type:skill')).toEqual(['skill://shop/refunds/late/SKILL.md', 'skill://shop/refunds/SKILL.md']);
  expect(await find('type:skill "how to refunds"')).toEqual(['skill://shop/refunds/SKILL.md']);
  expect(await find('EU')).toEqual(['skill://shop/refunds/forms/EU.md']);
  expect(await find('scheme:skill type:markdown')).toHaveLength(3);
});

it.each([
  ['no', 'lightbulb', undefined],
  ['allowed', 'pass-filled', 'allowed'],
  [{ changed: [] }, 'question', 'changed'],
] as const)('shows the permission of a skill in its row: %j', async (permission, icon, shown) => {
  const refunds = entryOf('skill://shop/refunds', skillText('refunds'));
  const { index, catalog, templates, serverId } = await skillWorld({ 'skills/list': listOf(refunds) });
  const { rows } = newSource({ index, catalog, templates }, { skillPermission: () => permission, iconOf: () => 1 });
  const row = rows.row(catalog.idOf(serverId, refunds.uri)!, { words: [], gaps: [] });
  expect([row.icon, row.serverIcon, row.isSkill, row.permission]).toEqual([icon, undefined, true, shown]);
});

import { beforeEach, describe, expect, it } from 'vitest';
import { allowSkill, pickSkill, stopAllowingSkills } from '../../../../src/host/actions/allowSkill';
import { HumanError } from '../../../../src/core/base/errors';
import type { Liveness } from '../../../../src/core/context/liveContext';
import { toPicked } from '../../../../src/host/content/commandArguments';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { raw, until } from '../../mcp/support';
import { newWorld, type World } from '../../tools/world';

const { messages, picks } = fakeVscode;
let opened: string[] = [];

/** Servers of these skills. */
async function started(servers: Readonly<Record<string, string>>): Promise<World> {
  const launches = Object.entries(servers).map(([name, only]) => [name, raw('skills', '--only', only)] as const);
  const world = newWorld(Object.fromEntries(launches));
  await world.start();
  for (const { definition } of world.connections.all)
    await world.skills.ready(definition.id, new AbortController().signal);
  return world;
}

const uriOf = (name: string): string => `skill://${name}/SKILL.md`;
const skillOf = (world: World, name: string, server = 'shop') =>
  world.skills.get({ serverId: world.idOf(server), uri: uriOf(name) })!;
const stateOf = (world: World, name: string) => world.skillPermissions.stateOf(skillOf(world, name));

/** As far as they are used. @param liveness of every file */
const needsOf = (world: World, liveness: Liveness = { kind: 'offline' }) =>
  ({ core: world, context: { ...world, live: { liveness: () => liveness } } }) as unknown as Parameters<
    typeof pickSkill
  >[0];

/** The command in the row of a skill. */
const run = (world: World, name: string): Promise<void> =>
  allowSkill(toPicked(world.catalog.find(world.idOf('shop'), uriOf(name))!), needsOf(world), () =>
    Promise.resolve(void opened.push(uriOf(name))),
  );

const asked = () => messages.asked.at(-1)!;

beforeEach(() => void (opened = []));

describe('Allow This Skill', () => {
  it('says whose skill it is, how much, what it asks for and what models may do with it', async () => {
    const world = await started({ shop: 'asks-for-tools' });
    messages.answer('Allow');
    await run(world, 'asks-for-tools');
    const { text, detail, isModal, buttons } = asked();
    expect([text, isModal, buttons]).toEqual([
      'Allow models to load the skill “asks-for-tools” of the MCP server “shop”?',
      true,
      ['Look First', 'Allow'],
    ]);
    expect(detail).toMatch(
      /^The server says: “.+”\n\nskill:\/\/asks-for-tools\/SKILL\.md · 1 file, 164 B\n\nIt wants these tools to be allowed, which has no effect here: Bash\(\*\) Write\n/u,
    );
    expect(detail).toContain('Models may then read its files without asking');
    expect(stateOf(world, 'asks-for-tools')).toBe('allowed');
  });

  it('allows nothing where the user leaves, or looks first: then the skill opens', async () => {
    const world = await started({ shop: 'good' });
    messages.answer(undefined);
    await run(world, 'good');
    expect([stateOf(world, 'good'), opened]).toEqual(['no', []]);
    messages.answer('Look First');
    await run(world, 'good');
    expect([stateOf(world, 'good'), opened]).toEqual(['no', [uriOf('good')]]);
  });

  it('says what has changed since it was allowed', async () => {
    const world = await started({ shop: 'changes' });
    await world.skillPermissions.allow(skillOf(world, 'changes'));
    await world.cache.getAnew({ serverId: world.idOf('shop'), uri: 'control://add?quiet' });
    world.connections.get(world.idOf('shop'))!.refreshList();
    await until(() => world.skillPermissions.all.length === 0);
    messages.answer('Allow');
    await run(world, 'changes');
    expect(asked().detail).toMatch(
      /^You allowed this skill before, but it has changed since\.\n\nNew: “added\.md”\.\n\nRemoved: “templates\/report\.md”\.\n\nThe server says/u,
    );
    expect(stateOf(world, 'changes')).toBe('allowed');
  });

  it('says that skills in its folder need their own permission', async () => {
    const world = await started({ shop: 'outer,outer/inner' });
    messages.answer('Allow');
    await run(world, 'outer');
    expect(asked().detail).toContain('Skills in its folder need their own permission: “inner”.');
    expect([stateOf(world, 'outer'), stateOf(world, 'outer/inner')]).toEqual(['allowed', 'no']);
  });

  it.each([
    ['dynamic', 'Its files may differ with each read'],
    ['files-513', 'skills have 512 at most'],
  ])('says why it cannot be allowed: %s', async (name, why) => {
    const world = await started({ shop: name });
    messages.answer(undefined);
    await run(world, name);
    expect([asked().text, asked().buttons]).toEqual([
      `The skill “${name}” of the MCP server “shop” can’t be allowed`,
      ['Look First'],
    ]);
    expect(asked().detail).toContain(why);
    expect(stateOf(world, name)).toBe('no');
  });

  it('asks for the skill where there is no row, with server, URI and description', async () => {
    const world = await started({ shop: 'good', depot: 'good,changes,dynamic,files-513' });
    await world.skillPermissions.allow(skillOf(world, 'good'));
    picks.answer('changes');
    const chosen = await pickSkill(needsOf(world));
    expect(picks.asked[0]!.items.map(({ label, description, detail }) => [label, description, detail])).toEqual([
      ['good', 'depot · skill://good/SKILL.md', 'What is done for good.'],
      ['changes', 'depot · skill://changes/SKILL.md', 'What is done for changes.'],
    ]);
    expect(chosen).toMatchObject([{ serverId: world.idOf('depot'), uri: uriOf('changes') }]);
  });

  it('allows no skill whose SKILL.md was read and does not match', async () => {
    const world = await started({ shop: 'good' });
    const error = new HumanError('unverified', 'It doesn’t match.');
    messages.answerAll(undefined);
    const needs = needsOf(world, { kind: 'failed', error });
    expect([await pickSkill(needs), asked().text]).toEqual([[], 'Your MCP servers list no skills that you can allow.']);
    await allowSkill(skillOf(world, 'good'), needs, () => Promise.resolve());
    expect([asked().text, asked().detail]).toEqual([
      'The skill “good” of the MCP server “shop” can’t be allowed',
      'It doesn’t match.',
    ]);
  });
});

it('Stop Allowing This Skill takes the permission of each of them back', async () => {
  const world = await started({ shop: 'good,changes,as-bytes' });
  for (const name of ['good', 'changes', 'as-bytes']) await world.skillPermissions.allow(skillOf(world, name));
  await stopAllowingSkills([skillOf(world, 'good'), skillOf(world, 'changes')], needsOf(world));
  expect(world.skillPermissions.all.map(({ name }) => name)).toEqual(['as-bytes']);
});

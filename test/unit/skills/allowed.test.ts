import { describe, expect, it } from 'vitest';
import { SkillPermissions } from '../../../src/core/skills/allowed';
import { PromptClock } from '../../support/fakeClock';
import { own } from '../../support/own';
import { definition } from '../connection/fakeServer';
import { until } from '../mcp/support';
import { entryOf, listOf, skillText, skillWorld, type Entry } from './skillWorld';

const folder = 'skill://shop/refunds';
const text = skillText('refunds');
const entry = entryOf(folder, text, { 'forms/EU.md': '# EU\n', 'forms/US.md': '# US\n' });
const changed = (changes: Readonly<Record<string, string>>): Entry =>
  entryOf(folder, text, { 'forms/EU.md': '# EU\n', 'forms/US.md': '# US\n', ...changes });

/** A server that lists one skill after another, of which the first was allowed. */
async function allowedWorld(...lists: readonly Entry[]) {
  const world = await skillWorld({ 'skills/list': [entry, ...lists].map((one) => listOf(one)) });
  const { skills, skillPermissions, connections, serverId } = world;
  const held = () => skills.of(serverId)[0]!;
  await skillPermissions.allow(held());
  const state = () => skillPermissions.stateOf(held());
  const list = async (): Promise<void> => {
    const before = held().edition;
    connections.get(serverId)!.refreshList();
    await until(() => held().edition !== before);
  };
  return { ...world, held, state, list };
}

/** The permissions of the next window. */
const again = ({ skillStore, skills, connections }: Awaited<ReturnType<typeof allowedWorld>>): SkillPermissions =>
  own(new SkillPermissions(skillStore, skills, connections, new PromptClock(0)));

describe('a skill', () => {
  it('is allowed for the next window, too, until that is taken back', async () => {
    const world = await allowedWorld();
    const { held, state, skillPermissions } = world;
    expect([state(), again(world).stateOf(held())]).toEqual(['allowed', 'allowed']);
    expect(skillPermissions.all).toMatchObject([{ name: 'refunds', serverName: 'shop', uri: held().uri }]);
    await skillPermissions.takeBack(skillPermissions.all[0]!);
    expect([state(), again(world).stateOf(held()), skillPermissions.all]).toEqual(['no', 'no', []]);
  });

  it('is not allowed for another definition of its server', async () => {
    const world = await allowedWorld();
    const skill = world.held();
    world.connections.setDefinitions([definition('shop', 'another hash')]);
    expect(world.skillPermissions.stateOf(skill)).toBe('no');
  });

  it.each<[string, Entry, readonly string[]]>([
    ['a file changes', changed({ 'forms/EU.md': '# Europe\n' }), ['Changed: “forms/EU.md”.']],
    [
      'SKILL.md changes',
      entryOf(folder, `${text}!`, { 'forms/EU.md': '# EU\n', 'forms/US.md': '# US\n' }),
      ['Changed: “SKILL.md”.'],
    ],
    ['a file is added', changed({ 'run.sh': 'rm -r /\n' }), ['New: “run.sh”.']],
    ['a file is removed', entryOf(folder, text, { 'forms/EU.md': '# EU\n' }), ['Removed: “forms/US.md”.']],
    [
      'its frontmatter changes',
      { ...entry, frontmatter: { ...entry.frontmatter, description: 'Anything' } },
      ['Changed: “frontmatter description”.'],
    ],
    [
      'its frontmatter gets a field',
      { ...entry, frontmatter: { ...entry.frontmatter, 'allowed-tools': 'Bash' } },
      ['New: “frontmatter allowed-tools”.'],
    ],
    ['it can no longer be verified', { ...entry, resources: 'dynamic' }, ['Its files can no longer be verified.']],
    [
      'it no longer lists its files',
      { ...entry, resources: undefined },
      ['Removed: “SKILL.md”, “forms/EU.md”, “forms/US.md”.'],
    ],
  ])('is no longer allowed once %s, also if that is undone', async (_, other, differences) => {
    const world = await allowedWorld(other, entry);
    await world.list();
    expect([world.state(), again(world).stateOf(world.held())]).toEqual([
      { changed: differences },
      { changed: differences },
    ]);
    await world.list();
    const undone = { changed: ['It changed in between, and is again what you allowed.'] };
    expect([world.state(), again(world).stateOf(world.held()), world.skillPermissions.all]).toEqual([
      undone,
      undone,
      [],
    ]);
    await world.skillPermissions.allow(world.held());
    expect(world.state()).toBe('allowed');
  });

  it('stays allowed where its server lists the same again, in another order', async () => {
    const world = await allowedWorld({
      ...entry,
      frontmatter: Object.fromEntries(Object.entries(entry.frontmatter).reverse()),
      resources: (entry.resources as object[]).toReversed(),
    });
    await world.list();
    expect(world.state()).toBe('allowed');
  });

  it('is not allowed by a question about what it was before', async () => {
    const other = changed({ 'run.sh': 'rm -r /\n' });
    const world = await allowedWorld(other, entry);
    const shown = world.held();
    await world.list();
    await world.skillPermissions.allow(shown);
    expect(world.state()).toEqual({ changed: ['New: “run.sh”.'] });
    await world.list();
    expect(world.state()).toEqual({ changed: ['It changed in between, and is again what you allowed.'] });
  });

  it.each<[string, Partial<Entry>]>([
    ['cannot be verified', { resources: 'dynamic' }],
    ['is not described as skills are', { resources: undefined }],
  ])('that %s is never allowed', async (_, how) => {
    const { skills, skillPermissions, serverId } = await skillWorld({ 'skills/list': listOf({ ...entry, ...how }) });
    const [skill] = skills.of(serverId);
    await skillPermissions.allow(skill!);
    expect([skillPermissions.stateOf(skill), skillPermissions.all]).toEqual(['no', []]);
  });
});

it('an enclosing skill’s permission is not that of a nested one', async () => {
  const nested = entryOf(`${folder}/chargebacks`, skillText('chargebacks'));
  const outer = entryOf(folder, text, { 'chargebacks/SKILL.md': skillText('chargebacks') });
  const { skills, skillPermissions, serverId } = await skillWorld({ 'skills/list': listOf(outer, nested) });
  const [first, second] = skills.of(serverId);
  await skillPermissions.allow(first!);
  expect([skillPermissions.stateOf(first), skillPermissions.stateOf(second)]).toEqual(['allowed', 'no']);
});

it('the oldest permissions are dropped', async () => {
  const entries = Array.from({ length: 201 }, (_, index) => entryOf(`skill://shop/s${index}`, skillText(`s${index}`)));
  const { skills, skillPermissions, serverId } = await skillWorld({ 'skills/list': listOf(...entries) });
  for (const skill of skills.of(serverId)) await skillPermissions.allow(skill);
  const states = skills.of(serverId).map((skill) => skillPermissions.stateOf(skill));
  expect([states.filter((state) => state === 'allowed').length, states[0]]).toEqual([200, 'no']);
});

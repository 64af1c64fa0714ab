import { expect, it } from 'vitest';
import type { ContentCache } from '../../../src/core/context/contentCache';
import { readSkill } from '../../../src/core/mcp/lists/skillEntry';
import { skillFacts } from '../../../src/core/describe/skillFacts';
import { PreviewService } from '../../../src/host/panel/previewService';
import type { SkillPermission } from '../../../src/core/resource/skill';
import { entryOf, listOf, one, skillText, skillWorld, textOf, type Entry } from './skillWorld';

const folder = 'skill://shop/refunds';
const uri = `${folder}/SKILL.md`;
const text = skillText('refunds').replace('name', 'allowed-tools: Bash(git *)\nlicense: MIT\nname');
const frontmatter = {
  name: 'refunds',
  description: 'How to refunds',
  license: 'MIT',
  'allowed-tools': 'Bash(git *)',
};
const entry: Entry = { ...entryOf(folder, text, { 'forms/EU.md': '# EU\n' }), frontmatter };

async function previewed(listed: Entry, answer: object, permission: SkillPermission = 'no') {
  const world = await skillWorld({
    'skills/list': listOf(listed),
    'skills/get': one(listed),
    'resources/read': answer,
  });
  // In this world, nobody can be asked.
  const cache: Pick<ContentCache, 'get' | 'peek'> = {
    get: (address) => world.cache.get(address),
    peek: (address) => world.cache.peek(address),
  };
  const { handlers } = new PreviewService({
    base: world,
    core: {
      ...world,
      cache,
      skillPermissions: { stateOf: () => permission },
      serverName: () => 'Shop',
      activity: { noteUse: () => Promise.resolve() },
    },
  });
  const id = world.catalog.idOf(world.serverId, uri) ?? -1;
  const { signal } = new AbortController();
  return {
    ...world,
    preview: () => handlers.preview({ id }, signal),
    standing: () => handlers.standing({ id }, signal),
  };
}

it('a skill is looked at with all that its server says of it, and the files that it has', async () => {
  const { preview } = await previewed(entry, textOf(uri, text));
  const { summary, facts, parts } = await preview();
  expect(summary).toMatch(/^Skill: instructions for models by “Shop” · verified · not allowed yet · Markdown/u);
  expect(facts.slice(0, 6)).toEqual([
    ['Skill', 'instructions for models, written by the server “Shop”'],
    ['Permission', 'not allowed yet'],
    ['Files', expect.stringMatching(/^2 files, \d+ B$/u)],
    ['“license”', 'MIT'],
    ['“allowed-tools”', 'Bash(git *) (only a request: it allows nothing here)'],
    ['Verified', 'size, SHA-256 and frontmatter match the server’s list'],
  ]);
  expect(parts).toMatchObject([
    { name: undefined, body: { kind: 'markdown' } },
    {
      body: {
        kind: 'markdown',
        text: expect.stringMatching(
          /^- `SKILL\.md` \d+ B · verified\n- `forms\/EU\.md` 5 B · not read yet$/u,
        ) as unknown,
      },
    },
  ]);
});

it('no field of its server is taken for one of ours, and none drops out', () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, index]));
  const frontmatter = {
    ...entry.frontmatter,
    Verified: 'yes',
    metadata: { Permission: 'allowed', ...many },
    hooks: {},
  };
  const skill = readSkill({ ...entry, frontmatter, resources: 'dynamic' })!;
  const facts = skillFacts(skill, 'Shop', 'no');
  expect(facts.filter(([label]) => ['Permission', 'Verified'].includes(label))).toEqual([
    ['Permission', 'not allowed yet'],
  ]);
  expect(facts).toContainEqual(['“Verified”', 'yes']);
  expect(facts).toContainEqual(['“metadata”', expect.stringMatching(/^Permission: allowed, k0: 0, .*…$/u)]);
  expect(facts).toContainEqual(['“allowed-tools”', 'Bash(git *) (only a request: it allows nothing here)']);
  expect(facts).toContainEqual(['“hooks”', '{}']);
});

it('a skill that its server makes anew says that it cannot be verified', async () => {
  const { preview } = await previewed({ ...entry, resources: 'dynamic' }, textOf(uri, text));
  const { summary, facts, parts } = await preview();
  expect(summary).toContain('not verified');
  expect(facts[2]).toEqual(['Files', 'may differ with each read, so they can’t be verified']);
  expect(facts.map(([label]) => label)).not.toContain('Verified');
  expect(parts).toHaveLength(1);
});

it('a skill that is not what its server says shows nothing of its text', async () => {
  const { preview } = await previewed(entry, textOf(uri, text.replace('Do it.', 'Do harm.')));
  await expect(preview()).rejects.toMatchObject({ reason: 'unverified' });
});

it('a skill that changed since it was allowed says what differs', async () => {
  const { preview, standing } = await previewed(entry, textOf(uri, text), { changed: ['Changed files: “SKILL.md”.'] });
  const { summary, problems, facts } = await preview();
  const { permission } = (await standing())!;
  expect(facts).toContainEqual(['Permission', permission]);
  expect(summary).toContain(' · verified · changed since you allowed it · ');
  expect(problems).toEqual(['You allowed this skill before, but it has changed since.', 'Changed files: “SKILL.md”.']);
});

import { createHash } from 'node:crypto';
import { Client } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Skill } from '../../src/core/resource/skill';
import type { ListLimits, Session } from '../../src/core/session/session';
import { bytesOf } from '../../src/core/content/rendition';
import { checkSkill } from '../../src/node/skills/skillTools';

/** What a client has of a skill, as one text: its entry, and a hash of each file, or why it was refused. */
type SkillText = string;

/** By the URI of a skill. */
export type SkillTexts = ReadonlyMap<string, SkillText>;

interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const never = new AbortController().signal;

export const hasSkills = (capabilities: unknown): boolean => {
  const { extensions } = Object(capabilities) as { extensions?: Readonly<Record<string, unknown>> };
  return extensions?.['io.modelcontextprotocol/skills'] !== undefined;
};

/** By the SDK's own client, which verifies each file. */
export async function skillsBySdk({ command, args, cwd, env }: Start): Promise<SkillTexts> {
  const client = new Client(
    { name: 'plain', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, listMaxPages: 0 },
  );
  await client.connect(new StdioClientTransport({ command, args: [...args], cwd, env, stderr: 'ignore' }));
  try {
    const entries = new SkillsClient(client);
    const { skills } = await entries.list();
    const texts = new Map<string, SkillText>();
    for (const uri of withOneMore(skills.map((skill) => skill.uri))) {
      const got = await entries.get(uri).catch((error: unknown) => error as { readonly code?: unknown });
      texts.set(uri, 'skill' in got ? await textBySdk(entries, got.skill) : `refused ${String(got.code)}`);
    }
    return texts;
  } finally {
    await client.close();
  }
}

type SdkSkill = Awaited<ReturnType<SkillsClient['get']>>['skill'];

async function textBySdk(entries: SkillsClient, skill: SdkSkill): Promise<SkillText> {
  const { uri, frontmatter, resources } = skill;
  const files = resources === 'dynamic' ? [{ uri }] : resources;
  const reads: string[] = [];
  for (const file of files) {
    const { bytes, verified } = await entries.read(skill, file.uri);
    reads.push(verified ? hash(bytes) : 'not verified');
  }
  return JSON.stringify([frontmatter, resources, reads]);
}

/** By our session and the product's verification. The listed entry has to be that which is answered on request. */
export async function skillsByUs(session: Session, limits: ListLimits): Promise<SkillTexts> {
  const listed = new Map<string, Skill>();
  for await (const { items } of session.listSkills(limits, never))
    for (const skill of items) listed.set(skill.uri, skill);
  const texts = new Map<string, SkillText>();
  for (const uri of withOneMore([...listed.keys()])) {
    const got = await session.getSkill(uri, never);
    const one = listed.get(uri);
    if (one && JSON.stringify(one) !== JSON.stringify(got)) throw new Error(`${uri} is listed as another one.`);
    texts.set(uri, got ? await textByUs(session, got) : 'refused -32602');
  }
  return texts;
}

async function textByUs(session: Session, skill: Skill): Promise<SkillText> {
  const { uri, frontmatter, files } = skill;
  const reads: string[] = [];
  for (const file of files === 'dynamic' ? [{ uri }] : files) {
    const read = await session.read(file.uri, { maxBytes: 100_000_000, signal: never });
    if (read === 'notModified') throw new Error(`${file.uri} was not read.`);
    const difference = checkSkill(skill, file.uri, read);
    const [content] = read.contents;
    reads.push(difference ?? (files === 'dynamic' || !content ? 'not verified' : hash(bytesOf(content))));
  }
  return JSON.stringify([frontmatter, files, reads]);
}

/** Sentences on the skills that are not the same. */
export function skillDifferences(sdk: SkillTexts, own: SkillTexts): readonly string[] {
  return [...new Set([...sdk.keys(), ...own.keys()])].flatMap((uri) => {
    const [one, other] = [String(sdk.get(uri)), String(own.get(uri))];
    return one === other ? [] : [`the skill ${uri}: ${one.slice(0, 200)} and ${other.slice(0, 200)}`];
  });
}

export function describeSkills(skills: SkillTexts): string {
  const texts = [...skills.values()];
  const refused = texts.filter((text) => text.startsWith('refused')).length;
  const files = texts.reduce((sum, text) => sum + text.split('sha256:').length - 1, 0);
  return texts.length > 0 ? `${texts.length - refused} with ${files} files, ${refused} refused` : '';
}

/** One that no list has, beside the first: some servers have it. */
function withOneMore(uris: readonly string[]): readonly string[] {
  return [...uris, ...uris.slice(0, 1).map((uri) => uri.replace(/[^/]+\/SKILL\.md$/u, 'unlisted/SKILL.md'))];
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

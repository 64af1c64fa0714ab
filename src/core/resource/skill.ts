/** A file of a skill, as its server's list of the skill's files has it. */
export interface SkillFile {
  readonly uri: string;
  /** Of its bytes: `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
}

/** Instructions for models that a server ships as resources. Source: MCP's extension `io.modelcontextprotocol/skills`. */
export interface Skill {
  /** Of its `SKILL.md`. */
  readonly uri: string;
  /** As the server says that it stands in `SKILL.md`. Untrusted. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly description: string;
  /** All its files, or `dynamic`: then nothing of it can be verified. */
  readonly files: readonly SkillFile[] | 'dynamic';
  /** Why nothing of it may be used, in a sentence. */
  readonly problem: string | undefined;
}

/** `changed`: it was allowed until its server described it otherwise; what differs from what was allowed, in sentences. */
export type SkillPermission = 'no' | 'allowed' | { readonly changed: readonly string[] };

/** The most that every client accepts of one skill. https://github.com/modelcontextprotocol/ext-skills (Limits) */
export const mostSkillFiles = 512;
export const mostSkillBytes = 16 * 1024 * 1024;

/** The file with which each skill begins. */
export const skillFileName = 'SKILL.md';

/** The folder of a skill, up to the slash at its end. */
export function skillFolder({ uri }: Pick<Skill, 'uri'>): string {
  return uri.slice(0, uri.lastIndexOf('/') + 1);
}

/** All its files but `SKILL.md`: none where these are not known, or not to be used. */
export function supporting({ uri, files, problem }: Skill): readonly SkillFile[] {
  return files === 'dynamic' || problem !== undefined ? [] : files.filter((file) => file.uri !== uri);
}

/** Those of its `SKILL.md` and the others. */
export function urisOf(skill: Skill): readonly string[] {
  return [skill.uri, ...supporting(skill).map(({ uri }) => uri)];
}

/**
 * The URI as a lenient server could read it: in lower case, without encoding, dots, query, repeated slashes and ends of lines. Only to compare: no spelling
 * of a skill's file gets past what is known of it.
 */
export function lenient(uri: string): string {
  let text = uri.trim().replace(/[?#].*$|[\t\n\r]/gsu, '');
  for (let round = 0; round < 3 && text.includes('%'); round += 1) text = decoded(text);
  const segments: string[] = [];
  for (const segment of text
    .replace(/[?#].*$/su, '')
    .replaceAll('\\', '/')
    .split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/').normalize('NFC').toLowerCase();
}

/** Without percent-encoding, as far as it encodes text. */
export function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/giu, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}

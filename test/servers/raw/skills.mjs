// How the skills of skillScenarios.mjs are made: the entry that is listed, and the files that are served.
import { createHash } from 'node:crypto';

/**
 * A file's text or bytes; a function is asked at each read, and may throw or return `noAnswer`.
 * @typedef {string | Buffer | (() => unknown)} Content
 * @typedef {{ uri: string, digest: unknown, size: unknown }} File
 * @typedef {{ uri: string, frontmatter: any, resources: any }} Entry
 *
 * `entry` is what skills/list says, and skills/get where `get` does not answer in its place. `files` are by URI.
 * @typedef {{ entry: Entry, files: Record<string, Content>, isUnlisted?: boolean, get?: () => unknown }} Skill
 */

/** @param {string | Buffer} content */
export function digestOf(content) {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** @param {string} uri @param {string | Buffer} content @returns {File} */
export function fileOf(uri, content) {
  return { uri, digest: digestOf(content), size: Buffer.byteLength(content) };
}

/** @param {string} name @param {string} [more] lines of frontmatter @param {string} [body] */
export function skillText(name, more = '', body = `# ${name}\n\nFollow [the guide](references/guide.md).\n`) {
  return `---\nname: ${name}\ndescription: ${descriptionOf(name)}\n${more}---\n\n${body}`;
}

/** @param {string} name */
export function descriptionOf(name) {
  return `What is done for ${name}.`;
}

/** The files that a skill has unless it says otherwise, by their path. @type {Readonly<Record<string, string>>} */
const usual = { 'references/guide.md': '# Guide\n', 'templates/report.md': '# Report\n' };

/**
 * A skill whose every file is as its entry says.
 * @param {string} path from the scheme on; its last part is the name
 * @param {{ text?: string, files?: Readonly<Record<string, string | Buffer>>, frontmatter?: object, scheme?: string }} [options]
 * @returns {Skill}
 */
export function goodSkill(path, { text, files = usual, frontmatter, scheme = 'skill' } = {}) {
  const name = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const root = `${scheme}://${path}`;
  const contents = { 'SKILL.md': text ?? skillText(name), ...files };
  const all = Object.entries(contents).map(([file, content]) => /** @type {const} */ ([`${root}/${file}`, content]));
  const fields = frontmatter ?? { name, description: descriptionOf(name) };
  return {
    entry: {
      uri: `${root}/SKILL.md`,
      frontmatter: fields,
      resources: all.map(([uri, content]) => fileOf(uri, content)),
    },
    files: Object.fromEntries(all),
  };
}

/** A good skill, but for what `change` does to its entry. @param {string} name @param {(entry: Entry, files: any[]) => unknown} change @returns {Skill} */
export function badEntry(name, change) {
  const skill = goodSkill(name);
  change(skill.entry, skill.entry.resources);
  return skill;
}

/** A good skill, but for what reading one of its files answers. @param {string} name @param {Content} content @param {string} [file] @returns {Skill} */
export function badRead(name, content, file = 'SKILL.md') {
  const skill = goodSkill(name);
  skill.files[`skill://${name}/${file}`] = content;
  return skill;
}

/** A good skill with a SKILL.md of its own: digest and size are right. @param {string} name @param {string | Buffer} text @param {object} [frontmatter] */
export function withText(name, text, frontmatter) {
  const skill = goodSkill(name, { files: {}, ...(frontmatter && { frontmatter }) });
  const { uri } = skill.entry;
  return { entry: { ...skill.entry, resources: [fileOf(uri, text)] }, files: { [uri]: text } };
}

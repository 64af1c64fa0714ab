import * as l10n from '@vscode/l10n';
import { CancelledError, causes, HumanError, isCancelled } from '../base/errors';
import { legible } from '../base/legible';
import type { Logger } from '../base/ports';
import { bareMimeType } from '../content/mimeTypes';
import type { ResourceAddress } from '../resource/address';
import type { ResourceContent } from '../resource/resource';
import { skillFileName, skillFolder, type Skill } from '../resource/skill';
import type { ReadResult } from '../session/session';
import type { HeldSkill, Skills } from './skills';

/** Says what is not as the skill's description says, in a sentence. Loaded with the first file of a skill. */
export type SkillCheck = (skill: Skill, uri: string, read: ReadResult) => string | undefined;

interface Ports {
  readonly log: Logger;
  readonly check: () => Promise<SkillCheck>;
}

/** Of the skills around a file, those that the server is asked for where the file is not what they say. */
const mostAsked = 8;

type Read = ReadResult & { readonly proof?: string | undefined };

/**
 * The only way to the bytes of a skill's file: they are what its server's description says, in size, digest and frontmatter, or nobody gets
 * them. A digest shows that both fit, not that anybody can be trusted.
 * https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx (Integrity and Verification)
 */
export class SkillVerifier {
  constructor(
    private readonly skills: Skills,
    private readonly ports: Ports,
  ) {}

  /** Changes with every description that a content of this resource was, or would be, checked against. */
  proofOf(address: ResourceAddress): string {
    return this.skills
      .governing(address)
      .map(({ edition }) => edition)
      .join(' ');
  }

  /**
   * What `read` returned, with its proof. Where it is not what the server's description says, that may be out of date: the server is asked
   * for it once. Rejects with `unverified`.
   */
  async admit<T extends Read>(
    address: ResourceAddress,
    read: () => Promise<T | 'notModified'>,
    signal: AbortSignal,
  ): Promise<T | 'notModified'> {
    const [known] = this.skills.governing(address);
    const result = await read();
    if (result === 'notModified') return result;
    await this.skills.ready(address.serverId, signal);
    await this.#learn(address, signal);
    const isOfSkill = this.skills.governing(address).length > 0;
    // The server could list the skill again once its file is read.
    if (known && !isOfSkill) throw unverified(known, address.uri, l10n.t('The server no longer lists the skill.'));
    const check = isOfSkill ? await this.ports.check() : undefined;
    const problem = this.#problem(address, result, check);
    if (!problem) return this.#admitted(address, result);
    const before = this.proofOf(address);
    const asked = this.skills.governing(address).slice(0, mostAsked);
    await Promise.all(asked.map((skill) => this.#confirm(skill, signal)));
    if (signal.aborted) throw new CancelledError();
    // Also where it says by now that it is no skill: it was one when this was asked for.
    if (['', before].includes(this.proofOf(address))) throw problem;
    // The bytes may be older than the description, or as new.
    const again = this.#problem(address, result, check) ? await read() : result;
    const last = again === 'notModified' ? problem : this.#problem(address, again, check);
    if (again === 'notModified' || last) throw last ?? problem;
    return this.#admitted(address, again);
  }

  /** A digest is of bytes: no encoding that the server names makes another text of them. */
  #admitted<T extends Read>(address: ResourceAddress, result: T): T {
    const proof = this.proofOf(address);
    const inUtf8 = (content: ResourceContent): ResourceContent => ({
      ...content,
      mimeType: `${bareMimeType(content.mimeType ?? 'application/octet-stream')}; charset=utf-8`,
    });
    return { ...result, proof, contents: proof === '' ? result.contents : result.contents.map(inUtf8) };
  }

  /** What a directory's children are shown for; `undefined` for a file of a skill, which has bytes to verify. */
  proofOfListing(address: ResourceAddress): string | undefined {
    const isFile = ({ uri, files }: Skill): boolean =>
      uri === address.uri || (files !== 'dynamic' && files.some((file) => file.uri === address.uri));
    return this.skills.governing(address).some(isFile) ? undefined : this.proofOf(address);
  }

  /** A skill need not be in any list. */
  async #learn(address: ResourceAddress, signal: AbortSignal): Promise<void> {
    if (address.uri.endsWith(`/${skillFileName}`) && !this.skills.get(address)) await this.#confirm(address, signal);
  }

  async #confirm(address: ResourceAddress, signal: AbortSignal): Promise<void> {
    try {
      await this.skills.confirm(address, signal);
    } catch (error) {
      if (isCancelled(error)) throw error;
      this.ports.log.warn(`The server did not describe a skill: ${causes(error)}`);
    }
  }

  #problem(address: ResourceAddress, result: Read, check: SkillCheck | undefined): HumanError | undefined {
    for (const skill of this.skills.governing(address)) {
      const difference = check?.(skill, address.uri, result);
      if (difference !== undefined) return unverified(skill, address.uri, difference);
    }
    return undefined;
  }
}

function unverified(skill: HeldSkill, uri: string, difference: string): HumanError {
  const file = uri.startsWith(skillFolder(skill)) ? uri.slice(skillFolder(skill).length) : uri;
  const values = [legible(file.slice(0, 200)), legible(skill.name), difference] as const;
  const sentence =
    skill.problem === undefined
      ? l10n.t(
          '“{0}” isn’t shown: it doesn’t match the server’s description of the skill “{1}”. {2} Refresh the list; if that doesn’t help, tell the server’s author.',
          ...values,
        )
      : l10n.t('“{0}” isn’t shown: the server’s skill “{1}” isn’t valid. {2} Tell the server’s author.', ...values);
  return new HumanError('unverified', sentence);
}

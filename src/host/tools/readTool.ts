import * as l10n from '@vscode/l10n';
import type {
  CancellationToken,
  LanguageModelTool,
  LanguageModelToolInvocationOptions,
  LanguageModelToolInvocationPrepareOptions,
  LanguageModelToolResult,
  PreparedToolInvocation,
} from 'vscode';
import type { Logger } from '../../core/base/ports';
import type { Catalog } from '../../core/catalog/catalog';
import type { TemplateCatalog } from '../../core/catalog/templates';
import type { Connection } from '../../core/connection/connection';
import type { ContextSet } from '../../core/context/contextSet';
import type { HeldSkill } from '../../core/skills/skills';
import { PendingReads, type PendingRead } from '../../core/tools/pendingReads';
import { readReadInput, type ReadInput } from '../../core/tools/toolInputs';
import type { ReadAllowances } from '../../core/tools/readAllowances';
import { maxData, type Piece } from '../../core/tools/readReport';
import { readResource, type ReadPorts } from '../../core/tools/readResource';
import { serverNotes } from '../../core/tools/serverNotes';
import { skillUse } from '../../core/tools/skillUse';
import { resolveTarget, type ResolvePorts } from '../../core/tools/resolveTarget';
import { UnknownError, UnknownUriError, type Target, type Unplaced } from '../../core/tools/target';
import { ToolError } from '../../core/tools/toolError';
import { readingTool } from '../../core/tools/toolNames';
import { describeReading, describeSkills, isTarget, question, serversOf, type Names } from './readQuestion';
import { budgetOf, plainMarkdown, runCall, toResult, type Budget, type BudgetPorts } from './toolRun';

type Parts = ResolvePorts &
  ReadPorts &
  BudgetPorts & {
    readonly connections: Names;
    readonly catalog: Pick<Catalog, 'listInfo'>;
    readonly templates: Pick<TemplateCatalog, 'count' | 'omitted'>;
    readonly picked: Pick<ContextSet, 'isChosen'>;
    readonly allowances: Pick<ReadAllowances, 'has'>;
    /** A skill that models loaded in this window, by its server's id: nobody can tell when a chat has forgotten it. */
    readonly loaded: Map<string, HeldSkill>;
    readonly configured: Promise<void>;
    readonly ready: (signal: AbortSignal) => Promise<void>;
    /** Waits for the templates of connected servers. */
    readonly templatesReady: (servers: readonly Connection[], signal: AbortSignal) => Promise<void>;
    readonly log: Logger;
    /** True for reading folders, which lists them. */
    readonly isFolder: boolean;
  };

/** Result of resolving a call's arguments, before any server is started. */
type Lookup = Target | Unplaced | ToolError;

/** The user has to see all of a URI. Servers do not accept longer ones. */
const maxUriLength = 10_000;
const neverAborted = new AbortController().signal;

/**
 * Reads one resource for a model. The user confirms it, unless they picked it, allowed its skill, or allowed models to read what its server
 * lists; the latter two hold for as long as no skill of another server was loaded, which may be what asks for the read.
 */
export class ReadTool implements LanguageModelTool<unknown> {
  readonly #pending = new PendingReads();

  constructor(private readonly parts: Parts) {}

  /** Starts nothing and reads nothing: the user has not confirmed yet. */
  async prepareInvocation({
    input,
  }: LanguageModelToolInvocationPrepareOptions<unknown>): Promise<PreparedToolInvocation> {
    await this.parts.configured;
    const lookup = await this.#look(input);
    const isAllowed = isTarget(lookup) && this.#isAllowed(lookup);
    const aboutSkills = lookup instanceof ToolError ? undefined : this.#aboutSkills(lookup);
    this.#pending.add(input, isAllowed ? { kind: 'notAsked' } : pendingRead(lookup, aboutSkills));
    // It fails even if the user confirms.
    if (lookup instanceof ToolError) return { invocationMessage: l10n.t('Reading an MCP resource') };
    const { connections, isFolder } = this.parts;
    const use = isTarget(lookup) ? skillUse(this.parts, lookup) : undefined;
    const invocationMessage = plainMarkdown(describeReading(lookup, connections, isAllowed ? use : undefined));
    if (isAllowed) return { invocationMessage };
    const title = isFolder
      ? l10n.t('List MCP Folder?')
      : use
        ? l10n.t('Read Skill of MCP Server?')
        : l10n.t('Read MCP Resource?');
    return {
      invocationMessage,
      confirmationMessages: { title, message: question(lookup, connections, isFolder, aboutSkills) },
    };
  }

  invoke(
    options: LanguageModelToolInvocationOptions<unknown>,
    token: CancellationToken,
  ): Promise<LanguageModelToolResult> {
    return runCall(token, this.parts.log, async (signal) => {
      const pending = this.#pending.take(options.input);
      const target = await this.#target(pending, options.input, signal);
      const readInput = readReadInput(options.input);
      const budget = budgetOf(options, this.parts, readInput.range);
      const pieces = await this.#read(target, readInput, budget, signal);
      // Before the read, the server may not have said what its skills are, or something else.
      this.#assertMayRead(pending, target);
      return toResult(pieces);
    });
  }

  /** The resource of a prepared call. Rejects unless the user was shown it, or has not to be asked. */
  target(input: unknown, signal: AbortSignal): Promise<Target> {
    return this.#target(this.#pending.take(input), input, signal);
  }

  async #target(pending: PendingRead | undefined, input: unknown, signal: AbortSignal): Promise<Target> {
    if (pending?.kind === 'mistake') throw new ToolError(pending.message);
    const readInput = readReadInput(input);
    await this.parts.ready(signal);
    const target = await this.#find(readInput, signal);
    this.#assertMayRead(pending, target);
    return { ...target, isConfirmed: !this.#isAllowed(target) };
  }

  #assertMayRead(pending: PendingRead | undefined, target: Target): void {
    if (!this.#isAllowed(target))
      assertWasShown(pending, target, this.parts.isFolder ? 'folder' : 'uri', this.#aboutSkills(target));
  }

  /** Reads a resource that the user picked. */
  async readPicked(readInput: ReadInput, budget: Budget, signal: AbortSignal): Promise<readonly Piece[]> {
    const target = await this.#find(readInput, signal);
    if (this.parts.picked.isChosen(target)) return this.#read(target, readInput, budget, signal);
    throw new ToolError(`The user has not picked this resource. Read it with ${readingTool}.`, { uri: target.uri });
  }

  async #read(target: Target, input: ReadInput, budget: Budget, signal: AbortSignal): Promise<readonly Piece[]> {
    const { part, range } = input;
    const pieces = await readResource(this.parts, target, { part, range, data: maxData, ...budget }, signal);
    const use = skillUse(this.parts, target);
    if (use?.isLoad === true) this.parts.loaded.set(target.serverId, use.skill);
    return pieces;
  }

  async #find(readInput: ReadInput, signal: AbortSignal): Promise<Target> {
    const resolve = (): Promise<Target> => resolveTarget(this.parts, readInput, signal);
    try {
      return await resolve();
    } catch (error) {
      if (!(error instanceof UnknownError)) throw error;
      await this.parts.templatesReady(error.servers, signal);
    }
    try {
      return await resolve();
    } catch (error) {
      throw error instanceof UnknownError ? await this.#explained(error, signal) : error;
    }
  }

  /** Adds similar resources to the error, and notes on servers that may have the resource but whose lists are missing or incomplete. */
  async #explained(error: UnknownError, signal: AbortSignal): Promise<ToolError> {
    const similar = error instanceof UnknownUriError ? await this.parts.nearest(error.unplaced.uri, signal) : [];
    const missing = serverNotes(error.servers, this.parts.catalog, this.parts.templates);
    const more = { ...(similar.length > 0 && { similar }), ...(missing.length > 0 && { notes: missing }) };
    return new ToolError(error.sentence, { ...error.about, ...more }, { cause: error });
  }

  /** Starts nothing. A read that cannot be is a mistake at once: the user is not asked for it. */
  async #look(input: unknown): Promise<Lookup> {
    try {
      return checkLength(await resolveTarget(this.parts, readReadInput(input), neverAborted));
    } catch (error) {
      if (error instanceof UnknownError)
        return error.unplaced.servers.length > 0
          ? checkLength(error.unplaced)
          : await this.#explained(error, neverAborted);
      if (error instanceof ToolError) return error;
      throw error;
    }
  }

  /** Models may read what an allowed server lists, but no skills. The URI of anything else could carry data to the server, or to the web. */
  #isAllowed(target: Target): boolean {
    const { picked, allowances } = this.parts;
    if (picked.isChosen(target)) return true;
    if (this.#loadedElsewhere([target.serverId]).length > 0) return false;
    const use = skillUse(this.parts, target);
    return use ? use.isAllowed : target.isListed && allowances.has(target.connection.definition);
  }

  /** What the user has to know of skills before they let a model read this. */
  #aboutSkills(lookup: Target | Unplaced): string | undefined {
    const others = this.#loadedElsewhere(serversOf(lookup).map(({ definition }) => definition.id));
    return describeSkills(isTarget(lookup) ? skillUse(this.parts, lookup) : undefined, others, this.parts.connections);
  }

  #loadedElsewhere(serverIds: readonly string[]): readonly HeldSkill[] {
    return [...this.parts.loaded.values()].filter(({ serverId }) => !serverIds.includes(serverId));
  }
}

function checkLength<T extends Unplaced | Target>(lookup: T): T | ToolError {
  if (lookup.uri.length <= maxUriLength) return lookup;
  return new ToolError(`The user cannot see all of a URI of over ${maxUriLength} characters. Give a shorter one.`);
}

function pendingRead(lookup: Lookup, aboutSkills: string | undefined): PendingRead {
  if (lookup instanceof ToolError) return { kind: 'mistake', message: lookup.message };
  const serverIds = serversOf(lookup).map(({ definition }) => definition.id);
  return { kind: 'shown', uri: lookup.uri, serverIds, aboutSkills };
}

/** Throws if the call would read a different resource than the user was shown, as lists may have changed since; or the skill of one. */
function assertWasShown(
  pending: PendingRead | undefined,
  { uri, serverId, connection }: Target,
  name: string,
  aboutSkills: string | undefined,
): void {
  const isShown = pending?.kind === 'shown' && pending.uri === uri && pending.serverIds.includes(serverId);
  if (isShown && pending.aboutSkills === aboutSkills) return;
  const isAboutSkills = isShown || (pending?.kind === 'notAsked' && aboutSkills !== undefined);
  const sentence = isAboutSkills
    ? 'The user was not shown what is known now of the skills that this is about.'
    : 'This call would now read another resource, which the user was not shown.';
  throw new ToolError(`${sentence} Call again with this "${name}" and "server".`, {
    [name]: uri,
    server: connection.definition.name,
  });
}

import * as l10n from '@vscode/l10n';
import {
  MarkdownString,
  type CancellationToken,
  type LanguageModelTool,
  type LanguageModelToolInvocationOptions,
  type LanguageModelToolInvocationPrepareOptions,
  type LanguageModelToolResult,
  type PreparedToolInvocation,
} from 'vscode';
import { joined } from '../../core/base/format';
import { codeSpan, literalMarkdown } from '../../core/base/markdown';
import type { Logger } from '../../core/base/ports';
import type { Catalog } from '../../core/catalog/catalog';
import type { TemplateCatalog } from '../../core/catalog/templates';
import type { Connection } from '../../core/connection/connection';
import type { Connections } from '../../core/connection/connections';
import type { ContextSet } from '../../core/context/contextSet';
import { legible } from '../../core/base/legible';
import { PendingReads, type PendingRead } from '../../core/tools/pendingReads';
import { readReadInput, type ReadInput } from '../../core/tools/toolInputs';
import type { ReadAllowances } from '../../core/tools/readAllowances';
import { maxData, type Piece } from '../../core/tools/readReport';
import { readResource, type ReadPorts } from '../../core/tools/readResource';
import { serverNotes } from '../../core/tools/serverNotes';
import { resolveTarget, type ResolvePorts } from '../../core/tools/resolveTarget';
import { UnknownError, UnknownUriError, type Target, type Unplaced } from '../../core/tools/target';
import { ToolError } from '../../core/tools/toolError';
import { readingTool } from '../../core/tools/toolNames';
import { budgetOf, plainMarkdown, runCall, shown, toResult, type Budget, type BudgetPorts } from './toolRun';

type Names = Pick<Connections, 'nameOf'>;

type Parts = ResolvePorts &
  ReadPorts &
  BudgetPorts & {
    readonly connections: Names;
    readonly catalog: Pick<Catalog, 'listInfo'>;
    readonly templates: Pick<TemplateCatalog, 'count' | 'omitted'>;
    readonly picked: Pick<ContextSet, 'isChosen'>;
    readonly allowances: Pick<ReadAllowances, 'has'>;
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

/** Reads one resource for a model. The user confirms it, unless they picked it or allowed models to read what its server lists. */
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
    this.#pending.add(input, isAllowed ? { kind: 'notAsked' } : pendingRead(lookup));
    // It fails even if the user confirms.
    if (lookup instanceof ToolError) return { invocationMessage: l10n.t('Reading an MCP resource') };
    const { connections } = this.parts;
    const invocationMessage = plainMarkdown(describeReading(lookup, connections));
    return isAllowed
      ? { invocationMessage }
      : { invocationMessage, confirmationMessages: confirmation(lookup, connections, this.parts.isFolder) };
  }

  invoke(
    options: LanguageModelToolInvocationOptions<unknown>,
    token: CancellationToken,
  ): Promise<LanguageModelToolResult> {
    return runCall(token, this.parts.log, async (signal) => {
      const target = await this.target(options.input, signal);
      const readInput = readReadInput(options.input);
      const budget = budgetOf(options, this.parts, readInput.range);
      return toResult(await this.#read(target, readInput, budget, signal));
    });
  }

  /** The resource of a prepared call. Rejects unless the user was shown it, or has not to be asked. */
  async target(input: unknown, signal: AbortSignal): Promise<Target> {
    const pending = this.#pending.take(input);
    if (pending?.kind === 'mistake') throw new ToolError(pending.message);
    const readInput = readReadInput(input);
    await this.parts.ready(signal);
    const target = await this.#find(readInput, signal);
    if (!this.#isAllowed(target)) assertWasShown(pending, target, this.parts.isFolder ? 'folder' : 'uri');
    return target;
  }

  /** Reads a resource that the user picked. */
  async readPicked(readInput: ReadInput, budget: Budget, signal: AbortSignal): Promise<readonly Piece[]> {
    const target = await this.#find(readInput, signal);
    if (this.parts.picked.isChosen(target)) return this.#read(target, readInput, budget, signal);
    throw new ToolError(`The user has not picked this resource. Read it with ${readingTool}.`, { uri: target.uri });
  }

  #read(target: Target, { part, range }: ReadInput, budget: Budget, signal: AbortSignal): Promise<readonly Piece[]> {
    return readResource(this.parts, target, { part, range, data: maxData, ...budget }, signal);
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

  /** Models may read what an allowed server lists. The URI of anything else could carry data to the server, or to the web. */
  #isAllowed(target: Target): boolean {
    const { picked, allowances } = this.parts;
    return picked.isChosen(target) || (target.isListed && allowances.has(target.connection.definition));
  }
}

function isTarget(lookup: Lookup): lookup is Target {
  return 'connection' in lookup;
}

function checkLength<T extends Unplaced | Target>(lookup: T): T | ToolError {
  if (lookup.uri.length <= maxUriLength) return lookup;
  return new ToolError(`The user cannot see all of a URI of over ${maxUriLength} characters. Give a shorter one.`);
}

/** The servers that a question names. */
function serversOf(lookup: Target | Unplaced): Unplaced['servers'] {
  return isTarget(lookup) ? [lookup.connection] : lookup.servers;
}

function pendingRead(lookup: Lookup): PendingRead {
  if (lookup instanceof ToolError) return { kind: 'mistake', message: lookup.message };
  return { kind: 'shown', uri: lookup.uri, serverIds: serversOf(lookup).map(({ definition }) => definition.id) };
}

/** Throws if the call would read a different resource than the user was shown, as lists may have changed since. */
function assertWasShown(pending: PendingRead | undefined, { uri, serverId, connection }: Target, name: string): void {
  if (pending?.kind === 'shown' && pending.uri === uri && pending.serverIds.includes(serverId)) return;
  throw new ToolError(
    `This call would now read another resource, which the user was not shown. Call again with this "${name}" and "server".`,
    { [name]: uri, server: connection.definition.name },
  );
}

function describeReading(lookup: Target | Unplaced, connections: Names): string {
  if (!isTarget(lookup)) return l10n.t('Reading {0}', shown(lookup.uri));
  const { title, uri, connection } = lookup;
  return l10n.t('Reading “{0}” from “{1}”', shown(title ?? uri), shown(connections.nameOf(connection.definition.id)));
}

/** Everything in it may be a server's or a model's text: none of it is markup, and all of the URI can be seen. */
function confirmation(
  lookup: Target | Unplaced,
  connections: Names,
  isFolder: boolean,
): Exclude<PreparedToolInvocation['confirmationMessages'], undefined> {
  const message = new MarkdownString();
  message.appendMarkdown(literalMarkdown(describeWish(lookup, connections, isFolder)));
  // A block would not wrap, and hide the end of a long URI.
  message.appendMarkdown(`\n\n${codeSpan(legible(lookup.uri))}\n\n`);
  message.appendMarkdown(
    literalMarkdown(
      l10n.t(
        '“Allow in this Session” allows all resources of all servers, in new sessions too. You’re being asked because you didn’t add the resource to the context yourself. To let models read all resources that a server lists, choose “Let Models Read Without Asking” in the Servers view.',
      ),
    ),
  );
  return { title: isFolder ? l10n.t('List MCP Folder?') : l10n.t('Read MCP Resource?'), message };
}

function describeWish(lookup: Target | Unplaced, connections: Names, isFolder: boolean): string {
  const names = serversOf(lookup).map(({ definition }) => shown(connections.nameOf(definition.id)));
  const [server = ''] = names;
  if (names.length > 1)
    return l10n.t(
      'The model wants to read this resource. To find it, these MCP servers must connect first: {0}.',
      joined(names.map((name) => `“${name}”`)),
    );
  if (isFolder) return l10n.t('The model wants to list this folder on the MCP server “{0}”:', server);
  if (isTarget(lookup) && lookup.title !== undefined)
    return l10n.t('The model wants to read “{0}” from the MCP server “{1}”:', shown(lookup.title), server);
  return l10n.t('The model wants to read this resource from the MCP server “{0}”:', server);
}

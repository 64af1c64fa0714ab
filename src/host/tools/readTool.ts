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
import { literalMarkdown } from '../../core/base/markdown';
import type { Logger } from '../../core/base/ports';
import { isWebAddress } from '../../core/content/webFetch';
import { keyOf } from '../../core/resource/address';
import { sizeFor } from '../../core/tools/answerSize';
import { readReadInput, type ReadInput } from '../../core/tools/toolInputs';
import type { ReadAllowances } from '../../core/tools/readAllowances';
import { maxData, type Piece } from '../../core/tools/readReport';
import { readResource, type ReadPorts } from '../../core/tools/readResource';
import {
  findTarget,
  quoted,
  UnknownError,
  UnknownUriError,
  type Target,
  type TargetPorts,
} from '../../core/tools/target';
import { ToolError } from '../../core/tools/toolError';
import { budgetOf, plainMarkdown, runCall, shown, toResult, type Budget } from './toolRun';

type Parts = TargetPorts &
  ReadPorts & {
    readonly allowances: Pick<ReadAllowances, 'has'>;
    readonly configured: Promise<void>;
    readonly ready: (signal: AbortSignal) => Promise<void>;
    readonly log: Logger;
  };

/** Target of a call: a resource, a mistake, or `undefined` where it cannot be determined yet. */
type Lookup = Target | ToolError | undefined;

/** Number of confirmed calls to remember: each is invoked soon after. */
const maxCalls = 100;
/** Long enough for the user to see where a URI leads. */
const maxUriLength = 2_000;

/** Reads one resource for a model. The user confirms it, unless the resource is in the context or the server is allowed. */
export class ReadTool implements LanguageModelTool<unknown> {
  /** Targets by a call's input, as the user confirmed them, or did not need to. */
  readonly #agreed = new Map<string, Lookup>();

  constructor(private readonly parts: Parts) {}

  /** Starts nothing and reads nothing: the user has not confirmed yet. */
  async prepareInvocation({
    input,
  }: LanguageModelToolInvocationPrepareOptions<unknown>): Promise<PreparedToolInvocation> {
    await this.parts.configured;
    const lookup = this.#look(input);
    this.#remember(input, lookup);
    // It fails even if the user confirms.
    if (lookup instanceof ToolError) return { invocationMessage: l10n.t('Reading an MCP resource') };
    const target = lookup;
    const name = shown(target?.title ?? nameIn(input));
    const server = shown(target?.connection.definition.name);
    const message = target ? l10n.t('Reading “{0}” of “{1}”', name, server) : l10n.t('Reading “{0}”', name);
    const invocationMessage = plainMarkdown(message);
    if (target && this.#isAllowed(target)) return { invocationMessage };
    return { invocationMessage, confirmationMessages: confirmation(target, nameIn(input)) };
  }

  invoke(
    { input, tokenizationOptions }: LanguageModelToolInvocationOptions<unknown>,
    token: CancellationToken,
  ): Promise<LanguageModelToolResult> {
    return runCall(token, this.parts.log, async (signal) => {
      const asked = readReadInput(input);
      const agreed = this.#agreed.get(JSON.stringify(input));
      if (agreed instanceof ToolError) throw agreed;
      await this.parts.ready(signal);
      const target = await this.#find(asked, signal);
      this.#checkAgreed(input, target);
      return toResult(await this.#read(target, asked, budgetOf(tokenizationOptions, sizeFor(asked.range)), signal));
    });
  }

  /** Reads a resource that is in the context. */
  async readPicked(asked: ReadInput, budget: Budget, signal: AbortSignal): Promise<readonly Piece[]> {
    const target = await this.#find(asked, signal);
    if (this.parts.picked.has(target)) return this.#read(target, asked, budget, signal);
    throw new ToolError(`The user has not picked ${quoted(target.uri)}. Read it with mcpResources_read.`);
  }

  #read(target: Target, { part, range }: ReadInput, budget: Budget, signal: AbortSignal): Promise<readonly Piece[]> {
    return readResource(this.parts, target, { part, range, data: maxData, ...budget }, signal);
  }

  async #find(asked: ReadInput, signal: AbortSignal): Promise<Target> {
    try {
      return findTarget(this.parts, asked);
    } catch (error) {
      if (!(error instanceof UnknownUriError)) throw error;
      const similar = await this.parts.nearest(error.uri, signal);
      const hint = similar.length > 0 ? `Similar ones: ${similar.map(quoted).join(', ')}.` : '';
      throw new ToolError(`${error.message} ${hint}`.trim(), { cause: error });
    }
  }

  #look(input: unknown): Lookup {
    try {
      return findTarget(this.parts, readReadInput(input));
    } catch (error) {
      return error instanceof ToolError && !(error instanceof UnknownError) ? error : undefined;
    }
  }

  /** A web address that no list contains may be fetched from the web instead of its server: then the address alone could leak data. */
  #isAllowed({ connection, serverId, uri, isListed }: Target): boolean {
    const isOfServer = isListed || !isWebAddress(uri);
    const { picked, allowances } = this.parts;
    return picked.has({ serverId, uri }) || (isOfServer && allowances.has(connection.definition));
  }

  #remember(input: unknown, lookup: Lookup): void {
    const key = JSON.stringify(input);
    this.#agreed.delete(key);
    this.#agreed.set(key, lookup);
    const [oldest] = this.#agreed.keys();
    if (this.#agreed.size > maxCalls && oldest !== undefined) this.#agreed.delete(oldest);
  }

  /** Lists that arrived meanwhile can make it another server's resource. */
  #checkAgreed(input: unknown, target: Target): void {
    const agreed = this.#agreed.get(JSON.stringify(input));
    if (!agreed || agreed instanceof ToolError || keyOf(agreed) === keyOf(target) || this.#isAllowed(target)) return;
    throw new ToolError(
      `By now ${quoted(target.uri)} is known to be of the MCP server ${quoted(target.connection.definition.name)}, to which the user has not agreed. Call again with it as "server".`,
    );
  }
}

function nameIn(input: unknown): string {
  try {
    const { uri, uriTemplate } = readReadInput(input);
    return uri ?? uriTemplate ?? '';
  } catch {
    return '';
  }
}

/** Everything in it may be a server's or a model's text: none of it is markup. */
function confirmation(
  target: Target | undefined,
  name: string,
): Exclude<PreparedToolInvocation['confirmationMessages'], undefined> {
  const message = new MarkdownString();
  if (target) {
    const { connection, title, uri } = target;
    const server = shown(connection.definition.name);
    message.appendMarkdown(
      literalMarkdown(
        title === undefined
          ? l10n.t('The model wants to read this resource of the MCP server “{0}”:', server)
          : l10n.t('The model wants to read “{0}” of the MCP server “{1}”:', shown(title), server),
      ),
    );
    message.appendCodeblock(shown(uri, maxUriLength), '');
  } else {
    message.appendMarkdown(literalMarkdown(l10n.t('The model wants to read a resource of one of your MCP servers:')));
    message.appendCodeblock(shown(name, maxUriLength), '');
  }
  message.appendMarkdown(
    literalMarkdown(
      l10n.t(
        'Its content goes to the model. You have not picked it. “Let Models Read Without Asking” in the view Servers allows it for all resources of a server.',
      ),
    ),
  );
  return { title: l10n.t('Read an MCP Resource?'), message };
}

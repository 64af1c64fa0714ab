import * as l10n from '@vscode/l10n';
import { causes, HumanError } from '../../core/base/errors';
import { schemeOf } from '../../core/base/uriText';
import { displayName } from '../../core/resource/displayName';
import { findPart } from '../../core/content/part';
import type { Content } from '../../core/content/content';
import type { ConfiguredServer } from '../../core/connection/connectionState';
import type { PickedResource } from '../../core/context/contextSet';
import type { ReadOutcome } from '../../core/context/readAll';
import { readWithProgress, type ReadOne } from '../base/readWithProgress';
import { remediesFor, type ServerAction, type ServerActions } from '../base/serverActions';
import type { ContentNeeds } from './open';
import type { ReadResource } from './saveFiles';
import { describeError, offer, showFailure, showInformation, showWarning } from '../base/tell';

interface Needs {
  readonly base: Pick<ContentNeeds['base'], 'clock' | 'log'>;
  readonly core: Pick<ContentNeeds['core'], 'cache'> & {
    readonly connections: { get(serverId: string): ConfiguredServer | undefined };
  };
  readonly serverActions: Pick<ServerActions, 'button'>;
}

/** Reads for the user: shows failures and incomplete contents. */
export class UserReads {
  constructor(private readonly needs: Needs) {}

  /** The resources that could be read, in the order given. */
  async read(resources: readonly PickedResource[]): Promise<readonly ReadResource[]> {
    return this.#read(resources, (resource, userRequest) => this.needs.core.cache.get(resource, userRequest));
  }

  /** As {@link read}, for a new use: checks whether a recently read content has changed. */
  async readAnew(resources: readonly PickedResource[]): Promise<readonly ReadResource[]> {
    return this.#read(resources, (resource, userRequest) => this.needs.core.cache.getAnew(resource, userRequest));
  }

  /**
   * Reads a resource whose URI the user built from a template. Returns false, and shows the reason, when it cannot be read.
   *
   * @param showProblem shows a sentence in place of a VS Code message; a problem that needs a button is shown as a message all the same
   */
  async canRead(resource: PickedResource, showProblem?: (sentence: string) => void): Promise<boolean> {
    const outcomes = await readWithProgress(
      [resource],
      (address, userRequest) => this.needs.core.cache.get(address, userRequest),
      this.needs.base.clock,
    );
    const [outcome] = outcomes;
    if (!outcome) return false;
    if ('content' in outcome.result) return true;
    const { error } = outcome.result;
    const reason = error instanceof HumanError ? error.reason : undefined;
    if (reason === 'notFound') {
      const show = showProblem ?? ((sentence: string) => void showInformation(sentence));
      show(
        l10n.t(
          'The server has no resource with the URI {0}. Change one of the values you entered and try again.',
          resource.uri,
        ),
      );
    } else if (showProblem && reason !== 'unauthorized') showProblem(this.#describeFailure(resource, error));
    else this.#tellFailures(outcomes);
    return false;
  }

  async #read(resources: readonly PickedResource[], read: ReadOne): Promise<readonly ReadResource[]> {
    const readChosen: ReadOne = async (resource, userRequest) =>
      onlyChosen(resource, await read(resource, userRequest));
    const outcomes = await readWithProgress(resources, readChosen, this.needs.base.clock);
    this.#tellFailures(outcomes);
    const good = outcomes.flatMap(({ resource, result }) => ('content' in result ? [{ resource, ...result }] : []));
    for (const { resource, content } of good) {
      const [problem] = content.problems;
      const text = problem && l10n.t('“{0}” is incomplete. {1}', displayName(resource), problem.message);
      if (text) void showWarning(text);
    }
    return good;
  }

  #tellFailures(outcomes: readonly ReadOutcome<PickedResource>[]): void {
    const failed = outcomes.flatMap(({ resource, result }) => ('error' in result ? [{ resource, ...result }] : []));
    const [first] = failed;
    if (!first) return;
    for (const { resource, error } of failed)
      this.needs.base.log.warn(`Not read (${schemeOf(resource.uri)}:…): ${causes(error)}`);
    const message =
      failed.length === 1
        ? this.#describeFailure(first.resource, first.error)
        : l10n.t(
            'Couldn’t read {0} of {1} resources. First error: {2}',
            failed.length,
            outcomes.length,
            describeError(first.error, this.needs.base.log),
          );
    void this.#showFailure(message, first);
  }

  #describeFailure(resource: PickedResource, error: unknown): string {
    const reason = describeError(error, this.needs.base.log);
    return l10n.t('Couldn’t read “{0}”. {1}', displayName(resource), reason);
  }

  async #showFailure(
    message: string,
    { resource, error }: { readonly resource: PickedResource; readonly error: unknown },
  ): Promise<void> {
    const reason = error instanceof HumanError ? error.reason : undefined;
    // The user declining isn't a failure.
    if (reason === 'websiteNotAllowed' || reason === 'inputRequired') {
      await showInformation(message);
      return;
    }
    const { base, serverActions } = this.needs;
    const actions = this.#actionsFor(resource, reason);
    const isFailure = actions.some(({ kind }) => kind === 'log') && reason !== 'notFound';
    const buttons = actions.map((action) => serverActions.button(action));
    await offer(isFailure ? showFailure : showWarning, message, buttons, base.log);
  }

  #actionsFor({ serverId }: PickedResource, reason: HumanError['reason'] | undefined): readonly ServerAction[] {
    if (reason === 'unauthorized') return [{ kind: 'signIn', serverId }];
    const server = this.needs.core.connections.get(serverId);
    const remedies = server ? remediesFor(server) : [];
    return remedies.length > 0 ? remedies : [{ kind: 'log' }];
  }
}

/** The file that the user chose of a resource of several files, or all of it. */
function onlyChosen({ part: key }: PickedResource, content: Content): Content {
  if (!key) return content;
  const part = findPart(content.parts, key);
  if (part) return { ...content, bytes: part.bytes, mimeType: part.mimeType, parts: [part] };
  const gone = l10n.t('The resource no longer has this file. Open the resource to see its current files.');
  throw new HumanError('notFound', gone);
}

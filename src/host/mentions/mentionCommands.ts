import * as l10n from '@vscode/l10n';
import { env, window } from 'vscode';
import { displayName } from '../../core/resource/displayName';
import type { Connection } from '../../core/connection/connection';
import { keyOf } from '../../core/resource/address';
import type { PickedResource } from '../../core/context/contextSet';
import { wakeAndWait } from '../../core/context/waitForLists';
import { describeResources, formatCount, listed } from '../../core/base/format';
import type { MentionedResources } from '../../core/mentions/features/mentioned';
import { writeMention } from '../../core/mentions/mention/writeMention';
import { pickedAt, resourcesOf } from '../content/commandArguments';
import { showFirst, type ShowNeeds } from '../content/showFirst';
import type { ChosenDocument } from '../base/commandMap';
import { commands as ids } from '../base/ids';
import type { CommandOf, Commands } from '../commands/registerCommands';
import type { LoadedActions } from '../actions/openLate';
import type { ResourceActions } from '../actions/resourceActions';
import { offer, showErrorsOf, showInformation, showWarning } from '../base/tell';
import { withDelayedProgress } from '../base/withDelayedProgress';
import { whyUnavailable, whyUnavailableAll, showUnavailable } from './unavailableServers';
import type { LanguageFeatures } from './languageFeatures';
import { mentionPlaceOf, type Place } from './mentionPlace';
import type { MentionsNeeds } from './open';

interface Needs extends ShowNeeds {
  readonly base: Pick<MentionsNeeds['base'], 'clock' | 'log'>;
  readonly look: Pick<MentionsNeeds['look'], 'wake'>;
  readonly configuration: Pick<MentionsNeeds['configuration'], 'configured'>;
  readonly serverActions: Pick<MentionsNeeds['serverActions'], 'button'>;
  readonly language: Pick<LanguageFeatures, 'canMention' | 'get'>;
  readonly loaded: Pick<LoadedActions, 'attachContext'> & { readonly actions: Pick<ResourceActions, 'attach'> };
}

type Resources = readonly PickedResource[];

/** The commands about the resources mentioned in a document, and the one that copies a mention. */
export function mentionCommands(needs: Needs): Commands<CommandOf<'mentions'>> {
  /** Anybody can write a document and run the command: without a lens, the user first sees what is mentioned there. */
  const withMentioned = (title: string, run: (resources: Resources) => Promise<unknown>) => {
    return async ({ document, isProven }: ChosenDocument): Promise<void> => {
      const show = async (resources: Resources): Promise<void> => {
        const wanted = isProven ? resources : await showFirst(resources, { title }, needs);
        if (wanted) await run(wanted);
      };
      await take(await mentionPlaceOf(document), show, needs);
    };
  };
  return {
    [ids.addMentioned]: withMentioned(l10n.t('Add Mentioned Resources to Context'), (resources) =>
      addToContext(resources, needs),
    ),
    [ids.attachMentioned]: withMentioned(l10n.t('Attach Mentioned Resources'), (resources) =>
      needs.loaded.actions.attach(resources),
    ),
    [ids.copyMention]: ({ targets }) => copyMentions(resourcesOf(targets, needs), needs),
  };
}

/**
 * Runs `run` with the mentioned resources. Those of servers that wait for the user are left out at first, and follow once the user has
 * resolved that.
 * @param isSelected selects the servers whose resources are still to be processed
 */
async function take(
  place: Place | undefined,
  run: (resources: Resources) => Promise<unknown>,
  needs: Needs,
  isSelected: (serverId: string) => boolean = () => true,
): Promise<void> {
  const all = await mentionedAt(place, needs);
  const resources = all.filter(({ serverId }) => isSelected(serverId));
  const unavailable = unavailableAmong(resources, needs);
  const unavailableIds = new Set(unavailable.map(({ definition }) => definition.id));
  const there = resources.filter(({ serverId }) => !unavailableIds.has(serverId));
  if (there.length > 0) await run(there);
  const reason = whyUnavailableAll(unavailable);
  if (!reason) return;
  const counts = [formatCount(resources.length - there.length), formatCount(resources.length)];
  const message = l10n.t('Skipped {0} of {1} mentioned resources. {2}', ...counts, reason.message);
  const goOn = async (): Promise<void> => {
    if (!(await showUnavailable({ ...reason, message }, needs))) return;
    const recovered = new Set(
      unavailable
        .filter((connection) => whyUnavailable(connection) === undefined)
        .map(({ definition }) => definition.id),
    );
    if (recovered.size > 0) await take(place, run, needs, (serverId) => recovered.has(serverId));
  };
  void showErrorsOf(goOn, needs.base.log);
}

function unavailableAmong(resources: Resources, { core }: Needs): readonly Connection[] {
  const servers = [...new Set(resources.map(({ serverId }) => serverId))].flatMap(
    (id) => core.connections.get(id) ?? [],
  );
  return servers.filter((connection) => whyUnavailable(connection) !== undefined);
}

/** The mentioned resources, in order. Where there are none, shows the user why. */
async function mentionedAt(place: Place | undefined, needs: Needs): Promise<Resources> {
  const { base, configuration, core, language } = needs;
  if (!place) {
    void showInformation(l10n.t('Open a file that mentions resources, such as a prompt file, and try again.'));
    return [];
  }
  await configuration.configured;
  if (core.connections.all.length === 0) {
    void showInformation(l10n.t('No MCP servers are configured. Add one to mcp.json.'));
    return [];
  }
  if (!language.canMention(place.document)) {
    void showInformation(l10n.t('Resources can only be mentioned in files that you can edit.'));
    return [];
  }
  const title = l10n.t('Searching for mentioned resources');
  const mentioned = await withDelayedProgress({ title, clock: base.clock }, (signal) => lookFor(place, needs, signal));
  if (!mentioned) return [];
  const { resources, unknown } = mentioned;
  if (unknown.length > 0) void showWarning(l10n.t('Skipped {0}: not found on any server.', listed(unknown)));
  else if (resources.length === 0)
    void showInformation(l10n.t('No resources are mentioned here. To mention a resource, type @server:uri.'));
  return resources;
}

/** A request by the user lets servers start: a mentioned resource may become known only then. */
async function lookFor({ document, ranges }: Place, needs: Needs, signal: AbortSignal) {
  const { base, core, configuration, look } = needs;
  const wake = () => look.wake();
  await wakeAndWait({ ...core, clock: base.clock, configured: configuration.configured, wake }, signal);
  const running = await needs.language.get();
  const places = ranges.length > 0 ? ranges : [undefined];
  const mentioned: MentionedResources[] = [];
  const written = { uri: document.uri.toString(), languageId: document.languageId, text: document.getText() };
  for (const range of places) mentioned.push(await running.mentionedIn({ ...written, range }, signal));
  const each = new Map(mentioned.flatMap(({ resources }) => resources).map((address) => [keyOf(address), address]));
  const resources = [...each.values()].map((address) => pickedAt(address, needs));
  return { resources, unknown: [...new Set(mentioned.flatMap(({ unknown }) => unknown))] };
}

async function addToContext(resources: Resources, needs: Needs): Promise<void> {
  const { picked } = needs.context;
  const added = resources.filter((resource) => !picked.has(resource));
  // All of them: what a rule included is the user's choice from now on.
  await picked.add(resources);
  if (added.length === 0) {
    window.setStatusBarMessage(l10n.t('All mentioned resources are already in the context.'), 5_000);
    return;
  }
  void tellAdded(added, needs);
}

async function tellAdded(added: Resources, { base, context, loaded }: Needs): Promise<void> {
  const message = l10n.t('{0} added to the context', describeResources(added.length));
  const buttons = [
    { title: l10n.t('Attach to Chat'), run: loaded.attachContext },
    { title: l10n.t('Undo'), run: () => context.picked.remove(added) },
  ];
  await offer(showInformation, message, buttons, base.log);
}

async function copyMentions(resources: Resources, { core }: Needs): Promise<void> {
  const written = resources.map((resource) => ({
    one: resource,
    text: writeMention(core.connections.get(resource.serverId)?.definition.name, resource.uri),
  }));
  const texts = written.flatMap(({ text }) => text ?? []);
  const unwritable = written.filter(({ text }) => text === undefined);
  if (unwritable.length > 0)
    void showWarning(
      l10n.t(
        'Skipped {0}: some characters in the URI aren’t allowed in mentions.',
        listed(unwritable.map(({ one: resource }) => displayName(resource))),
      ),
    );
  if (texts.length === 0) return;
  await env.clipboard.writeText(texts.join('\n'));
  window.setStatusBarMessage(l10n.t('Copied to the clipboard'), 3_000);
}

import * as l10n from '@vscode/l10n';
import { env, window } from 'vscode';
import type { Clock } from '../../core/base/clock';
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
import type { HostLogger } from '../base/log';
import type { CommandOf, Commands } from '../commands/registerCommands';
import type { ResourceActions } from '../actions/resourceActions';
import type { ServerActions } from '../base/serverActions';
import { offer, showErrorsOf, showInformation, showWarning } from '../base/tell';
import { withDelayedProgress } from '../base/withDelayedProgress';
import { whyUnavailable, whyUnavailableAll, showUnavailable } from './unavailableServers';
import type { LanguageFeatures } from './languageFeatures';
import { placeOf, type Place } from './mentionPlace';

export interface MentionCommandParts extends ShowNeeds {
  readonly language: Pick<LanguageFeatures, 'canMention' | 'get'>;
  readonly clock: Clock;
  readonly actions: Pick<ResourceActions, 'attach'>;
  /** Resolves once the configuration was read. */
  readonly configured: Promise<void>;
  /** Reports that the user looks for resources: starts the servers that may start. */
  readonly wake: () => void;
  readonly serverActions: Pick<ServerActions, 'button'>;
  /** Attaches what is checked in the context. */
  readonly attachContext: () => Promise<void>;
  readonly log: HostLogger;
}

type Resources = readonly PickedResource[];

/** The commands about the resources mentioned in a document, and the one that copies a mention. */
export function mentionCommands(parts: MentionCommandParts): Commands<CommandOf<'mentions'>> {
  /** Anybody can write a document and run the command: without a lens, the user first sees what is mentioned there. */
  const withMentioned = (title: string, run: (resources: Resources) => Promise<unknown>) => {
    return async ({ document, isProven }: ChosenDocument): Promise<void> => {
      const show = async (resources: Resources): Promise<void> => {
        const wanted = isProven ? resources : await showFirst(resources, { title }, parts);
        if (wanted) await run(wanted);
      };
      await take(await placeOf(document), show, parts);
    };
  };
  return {
    [ids.addMentioned]: withMentioned(l10n.t('Add Mentioned Resources to Context'), (resources) =>
      addToContext(resources, parts),
    ),
    [ids.attachMentioned]: withMentioned(l10n.t('Attach Mentioned Resources'), (resources) =>
      parts.actions.attach(resources),
    ),
    [ids.copyMention]: ({ targets }) => copyMentions(resourcesOf(targets, parts), parts),
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
  parts: MentionCommandParts,
  isSelected: (serverId: string) => boolean = () => true,
): Promise<void> {
  const all = await mentionedAt(place, parts);
  const resources = all.filter(({ serverId }) => isSelected(serverId));
  const unavailable = unavailableAmong(resources, parts);
  const unavailableIds = new Set(unavailable.map(({ definition }) => definition.id));
  const there = resources.filter(({ serverId }) => !unavailableIds.has(serverId));
  if (there.length > 0) await run(there);
  const reason = whyUnavailableAll(unavailable);
  if (!reason) return;
  const counts = [formatCount(resources.length - there.length), formatCount(resources.length)];
  const message = l10n.t('Skipped {0} of {1} mentioned resources. {2}', ...counts, reason.message);
  const goOn = async (): Promise<void> => {
    if (!(await showUnavailable({ ...reason, message }, parts))) return;
    const recovered = new Set(
      unavailable
        .filter((connection) => whyUnavailable(connection) === undefined)
        .map(({ definition }) => definition.id),
    );
    if (recovered.size > 0) await take(place, run, parts, (serverId) => recovered.has(serverId));
  };
  void showErrorsOf(goOn, parts.log);
}

function unavailableAmong(resources: Resources, { core }: MentionCommandParts): readonly Connection[] {
  const servers = [...new Set(resources.map(({ serverId }) => serverId))].flatMap(
    (id) => core.connections.get(id) ?? [],
  );
  return servers.filter((connection) => whyUnavailable(connection) !== undefined);
}

/** The mentioned resources, in order. Where there are none, shows the user why. */
async function mentionedAt(place: Place | undefined, parts: MentionCommandParts): Promise<Resources> {
  const { language, core, clock, configured } = parts;
  if (!place) {
    void showInformation(l10n.t('Open a file that mentions resources, such as a prompt file, and try again.'));
    return [];
  }
  await configured;
  if (core.connections.all.length === 0) {
    void showInformation(l10n.t('No MCP servers are configured. Add one to mcp.json.'));
    return [];
  }
  if (!language.canMention(place.document)) {
    void showInformation(l10n.t('Resources can only be mentioned in files that you can edit.'));
    return [];
  }
  const title = l10n.t('Searching for mentioned resources');
  const mentioned = await withDelayedProgress({ title, clock }, (signal) => lookFor(place, parts, signal));
  if (!mentioned) return [];
  const { resources, unknown } = mentioned;
  if (unknown.length > 0) void showWarning(l10n.t('Skipped {0}: not found on any server.', listed(unknown)));
  else if (resources.length === 0)
    void showInformation(l10n.t('No resources are mentioned here. To mention a resource, type @server:uri.'));
  return resources;
}

/** A request by the user lets servers start: a mentioned resource may become known only then. */
async function lookFor({ document, ranges }: Place, parts: MentionCommandParts, signal: AbortSignal) {
  await wakeAndWait({ ...parts, ...parts.core }, signal);
  const running = await parts.language.get();
  const places = ranges.length > 0 ? ranges : [undefined];
  const mentioned: MentionedResources[] = [];
  const written = { uri: document.uri.toString(), languageId: document.languageId, text: document.getText() };
  for (const range of places) mentioned.push(await running.mentionedIn({ ...written, range }, signal));
  const each = new Map(mentioned.flatMap(({ resources }) => resources).map((address) => [keyOf(address), address]));
  const resources = [...each.values()].map((address) => pickedAt(address, parts));
  return { resources, unknown: [...new Set(mentioned.flatMap(({ unknown }) => unknown))] };
}

async function addToContext(resources: Resources, parts: MentionCommandParts): Promise<void> {
  const { picked } = parts.context;
  const added = resources.filter((resource) => !picked.has(resource));
  // All of them: what a rule included is the user's choice from now on.
  await picked.add(resources);
  if (added.length === 0) {
    window.setStatusBarMessage(l10n.t('All mentioned resources are already in the context.'), 5_000);
    return;
  }
  void tellAdded(added, parts);
}

async function tellAdded(added: Resources, { context, attachContext, log }: MentionCommandParts): Promise<void> {
  const message = l10n.t('{0} added to the context', describeResources(added.length));
  const buttons = [
    { title: l10n.t('Attach to Chat'), run: attachContext },
    { title: l10n.t('Undo'), run: () => context.picked.remove(added) },
  ];
  await offer(showInformation, message, buttons, log);
}

async function copyMentions(resources: Resources, { core }: MentionCommandParts): Promise<void> {
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

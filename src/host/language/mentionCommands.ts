import * as l10n from '@vscode/l10n';
import { commands, env, Range, Uri, window, workspace, type TextDocument } from 'vscode';
import type { Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Logger } from '../../core/base/ports';
import { isFields } from '../../core/base/values';
import { displayName } from '../../core/catalog/order';
import type { Connections } from '../../core/connection/connections';
import { keyOf, type ResourceAddress } from '../../core/context/contentCache';
import type { PickedResource } from '../../core/context/contextSet';
import { answerPatience, waitForLists } from '../../core/context/waitForLists';
import { formatCount } from '../../core/format';
import type { LanguagePorts } from '../../core/language/ports';
import { writeMention } from '../../core/language/writeMention';
import { pickedAt, resourcesOf, toPicked, type Lookup } from '../commandArguments';
import { commands as ids, settings } from '../ids';
import { plainText } from '../plainText';
import type { QuickAttach } from '../quickAttach';
import { registerGuarded } from '../registerGuarded';
import type { ResourceActions } from '../resourceActions';
import type { SeenDocuments } from '../seenDocuments';
import { showInformation, showWarning } from '../tell';
import { withPatience } from '../withPatience';
import { findMentions } from './findMentions';
import type { LanguageFeatures } from './languageFeatures';

export interface MentionCommandParts extends Lookup {
  readonly language: Pick<LanguageFeatures, 'canMention' | 'get'>;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly isUpdated: LanguagePorts['isUpdated'];
  readonly actions: Pick<ResourceActions, 'attach'>;
  readonly seenDocuments: Pick<SeenDocuments, 'showChanges'>;
  readonly quickAttach: QuickAttach;
  /** Resolves once the configuration was read. */
  readonly configured: Promise<void>;
  /** What a person's look does: starts what may start. */
  readonly wake: () => void;
  readonly log: Logger;
}

type Resources = readonly PickedResource[];

/** Where a command looks for mentions: in all of a document without `ranges`. */
interface Place {
  readonly document: TextDocument;
  readonly ranges: readonly Range[];
}

/** Registers the commands about what a document mentions, and about where a resource is mentioned. */
export function registerMentionCommands(parts: MentionCommandParts): Disposable {
  const store = new DisposableStore();
  const here = (id: string, run: (resources: Resources, parts: MentionCommandParts) => Promise<unknown>): void => {
    const act = async (document: unknown, range: unknown): Promise<void> => {
      const resources = await mentionedAt(await placeOf(document, range), parts);
      if (resources.length > 0) await run(resources, parts);
    };
    store.add(registerGuarded(id, act, parts.log));
  };
  const about = (id: string, title: string, run: (resources: Resources, parts: MentionCommandParts) => Promise<void>) =>
    store.add(
      registerGuarded(
        id,
        async (first, selection) => {
          const given = resourcesOf(first, selection, parts);
          const resources = given.length > 0 ? given : await pick(title, parts);
          if (resources.length > 0) await run(resources, parts);
        },
        parts.log,
      ),
    );
  here(ids.attachMentioned, (resources) => parts.actions.attach(resources));
  here(ids.addMentioned, addToContext);
  here(ids.showMentionedChanges, showChanges);
  about(ids.findMentions, l10n.t('Find Mentions of MCP Resources'), findMentions);
  about(ids.copyMention, l10n.t('Copy MCP Resources as Mentions'), copyMentions);
  return store;
}

async function pick(title: string, { quickAttach, wake }: MentionCommandParts): Promise<Resources> {
  wake();
  return (await quickAttach.pick(title)).map(toPicked);
}

/** The document and range that a code lens names, or the file of an editor's menu; else what the person looks at. */
async function placeOf(document: unknown, range: unknown): Promise<Place | undefined> {
  const uri = typeof document === 'string' ? Uri.parse(document) : document instanceof Uri ? document : undefined;
  const editor = window.activeTextEditor;
  const isActive = editor && (uri === undefined || editor.document.uri.toString() === uri.toString());
  if (typeof document !== 'string' && isActive)
    return { document: editor.document, ranges: editor.selections.filter(({ isEmpty }) => !isEmpty) };
  if (!uri) return undefined;
  return { document: await workspace.openTextDocument(uri), ranges: isRange(range) ? [asRange(range)] : [] };
}

interface PlainRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

function isRange(value: unknown): value is PlainRange {
  return isFields(value) && isFields(value['start']) && isFields(value['end']);
}

function asRange({ start, end }: PlainRange): Range {
  return new Range(start.line, start.character, end.line, end.character);
}

/** What is mentioned there, in order. Where nothing is, the person is told why. */
async function mentionedAt(place: Place | undefined, parts: MentionCommandParts): Promise<Resources> {
  const { language, connections, clock, configured } = parts;
  if (!place) {
    void showInformation(l10n.t('Open a file that mentions resources, such as a prompt file, then choose this again.'));
    return [];
  }
  await configured;
  if (connections.all.length === 0) {
    void showInformation(l10n.t('No MCP server is configured. Add one to mcp.json.'));
    return [];
  }
  if (!language.canMention(place.document)) {
    void tellLanguage(place.document);
    return [];
  }
  const title = l10n.t('Looking for mentioned resources');
  const found = await withPatience({ title, clock }, (signal) => lookFor(place, parts, signal));
  if (found?.length === 0)
    void showInformation(
      place.ranges.length > 0
        ? l10n.t('The selection mentions no resource. A mention is written `@server:uri`.')
        : l10n.t('This file mentions no resource. A mention is written `@server:uri`.'),
    );
  return found ?? [];
}

async function tellLanguage({ languageId }: TextDocument): Promise<void> {
  const open = l10n.t('Open Settings');
  const message = l10n.t(
    'Mentions are not looked for in this file: its language, “{0}”, is not in “{1}”, or it is no file that somebody writes.',
    languageId,
    settings.mentionLanguages,
  );
  if ((await showInformation(message, open)) === open)
    await commands.executeCommand('workbench.action.openSettings', settings.mentionLanguages);
}

/** A person who asks is a reason for servers to start: what is mentioned may be known only then. */
async function lookFor({ document, ranges }: Place, parts: MentionCommandParts, signal: AbortSignal) {
  const { language, wake } = parts;
  wake();
  await waitForLists(parts, signal, { atMost: answerPatience });
  const running = await language.get();
  const places = ranges.length > 0 ? ranges : [undefined];
  const addresses: ResourceAddress[] = [];
  for (const range of places) addresses.push(...(await running.mentionedIn(document.uri, range, signal)));
  const each = new Map(addresses.map((address) => [keyOf(address), address]));
  return [...each.values()].map((address) => pickedAt(address, parts));
}

async function addToContext(resources: Resources, { picked }: MentionCommandParts): Promise<void> {
  const before = picked.items;
  const added = resources.filter((one) => !picked.has(one));
  if (added.length === 0) {
    void showInformation(
      resources.length === 1
        ? l10n.t('The resource that is mentioned here is in the context already.')
        : l10n.t(
            'The {0} resources that are mentioned here are in the context already.',
            formatCount(resources.length),
          ),
    );
    return;
  }
  await picked.add(added);
  const [attach, undo] = [l10n.t('Attach to Chat'), l10n.t('Undo')];
  const message =
    added.length === 1
      ? l10n.t('1 resource was added to the context.')
      : l10n.t('{0} resources were added to the context.', formatCount(added.length));
  const answer = await showInformation(message, attach, undo);
  if (answer === attach) await commands.executeCommand(ids.attachContext);
  if (answer === undo) await picked.replace(before);
}

async function showChanges(resources: Resources, { isUpdated, seenDocuments }: MentionCommandParts): Promise<void> {
  const changed = resources.filter(isUpdated);
  if (changed.length === 0) {
    void showInformation(l10n.t('Nothing that is mentioned here has changed since the chat got it.'));
    return;
  }
  const rows = changed.map((resource) => ({
    label: plainText(displayName(resource)),
    description: plainText(resource.uri),
    resource,
  }));
  const title = l10n.t('Show What Has Changed');
  const chosen = rows.length === 1 ? rows : await window.showQuickPick(rows, { title, canPickMany: true });
  for (const { resource } of chosen ?? []) await seenDocuments.showChanges(resource, { preview: chosen?.length === 1 });
}

async function copyMentions(resources: Resources, { connections }: MentionCommandParts): Promise<void> {
  const written = resources.map((one) => ({
    one,
    text: writeMention(connections.get(one.serverId)?.definition.name, one.uri),
  }));
  const texts = written.flatMap(({ text }) => text ?? []);
  const others = written.filter(({ text }) => text === undefined);
  if (others.length > 0)
    void showWarning(
      l10n.t(
        'Not copied, because the URI has characters that a mention cannot hold: {0}.',
        others.map(({ one }) => displayName(one)).join(', '),
      ),
    );
  if (texts.length === 0) return;
  await env.clipboard.writeText(texts.join('\n'));
  const done = texts.length === 1 ? l10n.t('Mention copied') : l10n.t('{0} mentions copied', formatCount(texts.length));
  window.setStatusBarMessage(done, 3_000);
}

import * as l10n from '@vscode/l10n';
import { CompletionItemKind } from 'vscode-languageserver-protocol';
import { displayName } from '../../resource/displayName';
import { isTemplateId, type TemplateEntry } from '../../catalog/templates';
import type { Connection } from '../../connection/connection';
import { Description } from '../../describe/description';
import { directoryPath } from '../../directories/paths';
import { parseTemplate } from '../../templates/parseTemplate';
import { beginningOf } from '../../templates/typedVariable';
import { stalenessOf } from '../../connection/staleness';
import type { FilledTemplate } from './completeTemplate';
import type { CompletionChoice } from './completionItem';
import type { FeatureParts } from './feature';
import { revival } from './revival';
import { shortLine } from './shortLine';
import type { TypedMention, TypedUri } from './typedMention';
import { writeMention } from '../mention/writeMention';

type Parts = Pick<FeatureParts, 'catalog' | 'templates' | 'connections' | 'directories' | 'clock'>;

/** The completion for a resource or template; `undefined` if it cannot be written, or is gone. */
export function resourceChoice(parts: Parts, id: number, typed: TypedMention): CompletionChoice | undefined {
  if (isTemplateId(id)) return templateChoice(parts, parts.templates.byId(id), typed);
  const entry = parts.catalog.get(id);
  const server = entry && serverName(parts, entry.serverId);
  if (!entry || server === undefined) return undefined;
  const { resource } = entry;
  const isFolder = parts.directories.isDirectory(id);
  const insertText = insertTextOf(typed, server, isFolder ? directoryPath(resource.uri) : resource.uri, !isFolder);
  if (insertText === undefined) return undefined;
  const { title, age, priority, audience } = new Description(resource, parts.clock.now());
  const staleness = stalenessOf(parts.connections.get(entry.serverId), parts.catalog, id);
  return {
    kind: isFolder ? CompletionItemKind.Folder : CompletionItemKind.File,
    label: title,
    insertText,
    end: typed.end,
    facts: [staleness?.label, unlessTyped(server, typed), age, priority, audience],
    uri: resource.uri,
    description: resource.description,
    goesOn: isFolder,
  };
}

/** The common beginning of the template's URIs: the values are chosen after that. */
function templateChoice(
  parts: Parts,
  entry: TemplateEntry | undefined,
  typed: TypedMention,
): CompletionChoice | undefined {
  const server = entry && serverName(parts, entry.serverId);
  if (!entry || server === undefined) return undefined;
  const { template } = entry;
  const parsed = parseTemplate(template.uriTemplate);
  const beginning = beginningOf(parsed);
  const isTyped = typed.kind === 'uri' && typed.word.startsWith(beginning);
  const insertText = insertTextOf(typed, server, beginning, false);
  if (parsed.errorAt !== undefined || isTyped || insertText === undefined) return undefined;
  const state = parts.connections.get(entry.serverId)?.state;
  const { title, priority, audience } = new Description(template, parts.clock.now());
  return {
    kind: CompletionItemKind.Reference,
    label: title,
    insertText,
    end: typed.end,
    facts: [l10n.t('Template'), unlessTyped(server, typed), priority, audience],
    uri: template.uriTemplate,
    description: template.description,
    goesOn: state?.kind === 'ready' && state.info.canComplete,
  };
}

export function filledChoice(parts: Parts, filled: FilledTemplate, typed: TypedMention): CompletionChoice | undefined {
  const { entry, value, uri, isWhole } = filled;
  const server = serverName(parts, entry.serverId);
  const insertText = server === undefined ? undefined : insertTextOf(typed, server, uri, isWhole);
  if (insertText === undefined) return undefined;
  return {
    kind: CompletionItemKind.Value,
    label: value,
    insertText,
    end: typed.end,
    facts: [displayName(entry.template)],
    uri,
    goesOn: !isWhole,
  };
}

/** Commands that make a server available, if the editor has commands: no text is inserted. */
export function revivalChoices(
  { commands }: Pick<FeatureParts, 'commands'>,
  servers: readonly Connection[],
  { start, text }: TypedMention,
): readonly CompletionChoice[] {
  const [command] = commands ? servers.flatMap((server) => revival(commands, server) ?? []) : [];
  if (!command) return [];
  const common = { insertText: text, end: start + text.length, facts: [], goesOn: false };
  return [{ kind: CompletionItemKind.Event, label: command.title, ...common, command }];
}

/** Placeholder while the list is unknown: no text is inserted, and the editor requests again. */
export function waitingChoice({ server, start, text }: TypedUri): CompletionChoice {
  const label = l10n.t('Loading resources from “{0}”…', shortLine(server));
  return { kind: CompletionItemKind.Event, label, insertText: text, end: start + text.length, facts: [], goesOn: true };
}

/** In brackets where the user has opened one; left open where more has to follow. */
function insertTextOf(typed: TypedMention, server: string, uri: string, isWhole = true): string | undefined {
  const mention = isWhole ? writeMention(server, uri) : writeMention(server, 'x') && `@${server}:${uri}`;
  if (mention === undefined || typed.kind === 'server' || !typed.isBracketed) return mention;
  return `@${server}:<${uri}${isWhole && !typed.isClosed ? '>' : ''}`;
}

function serverName({ connections }: Parts, serverId: string): string | undefined {
  return connections.get(serverId)?.definition.name;
}

/** The server's name is left out where it is already typed. */
function unlessTyped(server: string, { kind }: TypedMention): string | undefined {
  return kind === 'server' ? server : undefined;
}

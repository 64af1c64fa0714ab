import * as l10n from '@vscode/l10n';
import { MarkupKind, type Hover, type Position } from 'vscode-languageserver-protocol';
import { displayName } from '../../resource/displayName';
import type { Connection } from '../../connection/connection';
import { statusOf } from '../../connection/serverStatus';
import type { ResourceAddress } from '../../resource/address';
import type { Resource, ResourceTemplate } from '../../resource/resource';
import { legible } from '../../base/legible';
import { ago } from '../../base/format';
import { stalenessOf } from '../../connection/staleness';
import { Description, originSentences } from '../../describe/description';
import type { ClientCommands } from '../mention/languagePorts';
import { mentionAt, rangeOf, type DocumentRequest } from './feature';
import { firstLines, type WantedLines } from './firstLines';
import { writeBlocks, type Block } from './hoverText';
import { isSentAsText } from '../text/sentAsText';
import { namesakes, problemOf, ambiguityOf } from './problems';
import { usableAddressOf, type Resolution, type ResolvedMention } from '../mention/resolution';

type Notes = readonly (string | undefined)[];
type Of<K extends Resolution['kind']> = Extract<Resolution, { kind: K }>;

/** Facts about the mentioned resource, and its first lines. */
export async function hover(request: DocumentRequest, position: Position): Promise<Hover | undefined> {
  const mention = await mentionAt(request, position);
  if (!mention) return undefined;
  request.wake();
  const blocks = await blocksOf(request, mention);
  if (blocks.length === 0) return undefined;
  return { contents: contentsOf(request, blocks, mention), range: rangeOf(mention) };
}

/**
 * The links of our own are a text apart: an editor may run commands from it, and from no server's text. They stand above the first lines,
 * which can be more than a hover has room for.
 */
function contentsOf(
  { client, commands }: DocumentRequest,
  blocks: readonly Block[],
  mention: ResolvedMention,
): Hover['contents'] {
  if (!client.hasHoverMarkdown) return { kind: MarkupKind.PlainText, value: writeBlocks(blocks, false) };
  const address = usableAddressOf(mention);
  if (!commands || !address) return { kind: MarkupKind.Markdown, value: writeBlocks(blocks, true) };
  const isLines = ({ kind }: Block): boolean => kind === 'content';
  const lines = writeBlocks(blocks.filter(isLines), true);
  const about = writeBlocks(
    blocks.filter((block) => !isLines(block)),
    true,
  );
  return [about, linksTo(address, mention, commands), ...(lines === '' ? [] : [lines])];
}

function linksTo(address: ResourceAddress, mention: ResolvedMention, commands: ClientCommands): string {
  const isListed = mention.resolution.kind === 'listed';
  const actions = [
    { icon: 'attach', label: l10n.t('Attach to Chat'), link: commands.attachLink(address) },
    ...(isListed ? [{ icon: 'open-preview', label: l10n.t('Preview'), link: commands.previewLink(address) }] : []),
  ];
  return actions.map(({ icon, label, link }) => `[$(${icon}) ${label}](${link})`).join(' \u00a0 ');
}

/** Explains that the chat does not resolve a mention. Only where this product can attach the resource. */
function sentAsText({ commands, document }: DocumentRequest): string | undefined {
  if (!commands || !isSentAsText(document.uri)) return undefined;
  return l10n.t(
    'The chat sends mentions in this file as text. To send the resource’s content, attach the resource. In agent mode, the model can also read the resource.',
  );
}

function blocksOf(request: DocumentRequest, mention: ResolvedMention): Promise<readonly Block[]> {
  const { resolution } = mention;
  const notes = (): Notes => [ambiguityOf(namesakes(request, mention)), sentAsText(request)];
  switch (resolution.kind) {
    case 'listed':
      return listedBlocks(request, resolution, notes());
    case 'made':
      return templateBlocks(request, resolution, notes());
    case 'unsure':
      return Promise.resolve(sentences(unsure(request, resolution.connection)));
    case 'unlisted':
    case 'unknownServer':
      return Promise.resolve(sentences(problemOf(request, mention)?.message));
    case 'undecided':
      return Promise.resolve(sentences(undecided(resolution)));
  }
}

function listedBlocks(
  request: DocumentRequest,
  { entry: { id, serverId, resource } }: Of<'listed'>,
  notes: Notes,
): Promise<readonly Block[]> {
  const { catalog, connections } = request;
  const staleness = stalenessOf(connections.get(serverId), catalog, id);
  const origin = originSentences({ isSaved: catalog.table.isSaved(id), staleness });
  const readTarget = {
    address: { serverId, uri: resource.uri },
    size: resource.size,
    canRead: staleness?.isAbsent !== true && request.mayRead(),
  };
  return describedBlocks(request, resource, [...origin, ...notes], readTarget);
}

function templateBlocks(
  request: DocumentRequest,
  { address, template: { template, serverId } }: Of<'made'>,
  notes: Notes,
): Promise<readonly Block[]> {
  const connection = request.connections.get(serverId);
  const absence = connection && statusOf(connection).absence;
  // Whoever wrote the document chose the URI: only what was read for another reason is shown.
  const readTarget = { address, size: undefined, canRead: false };
  return describedBlocks(request, template, [absence?.sentence, ...notes], readTarget);
}

async function describedBlocks(
  request: DocumentRequest,
  listed: Resource | ResourceTemplate,
  notes: Notes,
  readTarget: Omit<WantedLines, 'title'>,
): Promise<readonly Block[]> {
  const title = displayName(listed);
  const lines = await firstLines(request, { ...readTarget, title });
  const { type, size, changed, priority, audience } = new Description(listed, request.clock.now());
  const { serverId } = readTarget.address;
  const facts = [
    request.connections.get(serverId)?.definition.name ?? serverId,
    'uriTemplate' in listed ? l10n.t('template {0}', legible(listed.uriTemplate)) : undefined,
    type,
    size,
    changed,
    priority,
    audience,
    ...contentFacts(request, readTarget.address),
  ];
  return [
    { kind: 'title', text: title },
    ...sentences(listed.description, ...notes),
    { kind: 'facts', facts: facts.filter((fact) => fact !== undefined) },
    ...lines,
  ];
}

/** Freshness in the chat, and facts from earlier reads. */
function contentFacts({ freshness, cache, clock }: DocumentRequest, address: ResourceAddress): Notes {
  const readAt = cache.peek(address)?.readAt;
  return [freshness(address), readAt === undefined ? undefined : l10n.t('read {0}', ago(readAt, clock.now()))];
}

/** Explains that the server which has the resource is not known yet. */
function undecided({ connections }: Of<'undecided'>): string {
  const name = connections[0]?.definition.name ?? '';
  return l10n.t('Several servers are named “{0}”. Give each server its own name in the configuration.', name);
}

/** Explains why it is unknown whether the server has the resource, and what to do. */
function unsure({ resolver }: DocumentRequest, connection: Connection): string {
  if (connection.state.kind !== 'ready') return statusOf(connection).full;
  if (resolver.isWhollyListed(connection))
    return l10n.t('“{0}” may have this resource in a folder. Open the resource to check.', connection.definition.name);
  return l10n.t(
    'The server “{0}” doesn’t list this resource, but its list is incomplete. Refresh the list, or open the resource to check whether it exists.',
    connection.definition.name,
  );
}

function sentences(...texts: readonly (string | undefined)[]): readonly Block[] {
  return texts.flatMap((text): Block[] => (text ? [{ kind: 'text', text }] : []));
}

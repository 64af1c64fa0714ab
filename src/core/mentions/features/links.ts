import * as l10n from '@vscode/l10n';
import type { DocumentLink, Location, Position } from 'vscode-languageserver-protocol';
import { HumanError } from '../../base/errors';
import { isFields } from '../../base/values';
import type { ResourceAddress } from '../../resource/address';
import { mentionAt, rangeOf, resolvedMentions, type DocumentRequest, type FeatureParts } from './feature';
import { usableAddressOf } from '../mention/resolution';

/** Links to the files of mentioned resources. {@link resolveLink} adds the targets that they do not have yet. */
export async function links(request: DocumentRequest): Promise<readonly DocumentLink[]> {
  const mentions = await resolvedMentions(request);
  return mentions.flatMap((mention) => {
    const address = usableAddressOf(mention);
    if (!address) return [];
    const target = request.linkTarget?.(address);
    // VS Code shows the tooltip as Markdown that may run commands, so it has no server's text.
    const link = { range: rangeOf(mention), tooltip: l10n.t('Open resource'), data: address };
    return target === undefined ? link : { ...link, target };
  });
}

/**
 * Adds the target file of a link.
 * @throws {HumanError} where there is none
 */
export async function resolveLink(parts: FeatureParts, link: DocumentLink, signal: AbortSignal): Promise<DocumentLink> {
  const address = readAddress(link.data);
  return address ? { ...link, target: await fileOf(parts, address, signal) } : link;
}

/** Target of the link at a position, for editors that go to definitions. */
export async function definition(request: DocumentRequest, position: Position): Promise<Location | undefined> {
  const mention = await mentionAt(request, position);
  const address = mention && usableAddressOf(mention);
  if (!address) return undefined;
  const start = { line: 0, character: 0 };
  return { uri: await fileOf(request, address, request.signal), range: { start, end: start } };
}

async function fileOf(parts: FeatureParts, address: ResourceAddress, signal: AbortSignal): Promise<string> {
  parts.wake();
  const uri = await parts.fileOf(address, signal);
  if (uri !== undefined) return uri;
  throw new HumanError(
    'notFound',
    l10n.t('Couldn’t open the resource as a file. Check that its server is still configured.'),
  );
}

/** The data of one of our links, as a client returns it. */
function readAddress(data: unknown): ResourceAddress | undefined {
  if (!isFields(data)) return undefined;
  const { serverId, uri } = data;
  return typeof serverId === 'string' && typeof uri === 'string' ? { serverId, uri } : undefined;
}

import type { Connections } from '../connection/connections';
import type { VirtualTarget } from '../content/virtualPath';
import { virtualScheme } from '../content/virtualScheme';
import { possibleLengths } from '../mentions/mention/mentionEnds';
import { MentionFinder, type LineMention } from '../mentions/text/mentionsInLine';

/** A virtual file or folder of a resource. */
export interface VirtualFile {
  readonly serverId: string;
  readonly target: VirtualTarget;
}

export interface NamePorts {
  readonly connections: Pick<Connections, 'all' | 'get'>;
  /** The virtual file with this URI; `undefined` if it is none, or its server is no longer configured. */
  readonly fileAt: (uri: string) => VirtualFile | undefined;
}

/** A name of a resource, as the product writes it for users and chats. */
export type ResourceName =
  | { readonly kind: 'uri'; readonly uri: string }
  /** `@server:uri` */
  | { readonly kind: 'mention'; readonly server: string; readonly uri: string }
  /** `mcpres:` URI of an attachment or an open file; `file` is `undefined` if it cannot be assigned. */
  | { readonly kind: 'file'; readonly file: VirtualFile | undefined };

const markdownLink = /^\[[^\]]*\]\((.*)\)$/su;
const linkTitle = /\s(?:"[^"]*"|'[^']*')$/u;

/** The name in a text, however it is written: a mention or a file where a spelling is one, else the URI or another name as it stands. */
export function nameIn(ports: NamePorts, text: string): ResourceName {
  const names = spellingsOf(text).map((spelling) => parseName(ports, spelling));
  return (
    names.find(({ kind }) => kind === 'mention') ??
    names.find((candidate) => candidate.kind === 'file' && candidate.file) ??
    names.find(({ kind }) => kind === 'file') ?? { kind: 'uri', uri: plainName(text) }
  );
}

function parseName({ connections, fileAt }: NamePorts, name: string): ResourceName {
  if (name.startsWith(`${virtualScheme}:`)) return { kind: 'file', file: fileAt(name) };
  const mention = mentionAtStart(
    name,
    connections.all.map(({ definition }) => definition.name),
  );
  if (mention?.server === undefined) return { kind: 'uri', uri: name };
  // Nothing but the name is in the text, so that a URI with spaces is whole without brackets.
  const uri = mention.isBracketed ? mention.uri : name.slice(mention.uriStart);
  return { kind: 'mention', server: mention.server, uri };
}

/** One way in which models and chats write a name: returns the name without it. */
type Respelling = (text: string) => string | readonly string[];

/** Each is tried on what the ones before it left. Where one looks for a run at the end, it begins at its first character alone: in linear time. */
const respellings: readonly Respelling[] = [
  // `db://orders`, “db://orders”
  (text) =>
    text
      .replace(/^[\s"'`*_<([{\u00ab\u2018-\u201f\u2039\u3008-\u3011]+/u, '')
      .replace(/(?<![\u00bb\u203a])[\u00bb\u203a]+$/u, ''),
  // db://orders. (db://orders),
  (text) =>
    possibleLengths(text).flatMap((end) =>
      /^[\p{P}\p{S}\s]*$/u.test(text.slice(end)) ? text.slice(0, end).trimEnd() : [],
    ),
  // orders.log:1-2001, orders.log#L5, orders.log (lines 1-2000)
  (text) => text.replace(/(?::|#L| \(lines? )\d+(?:-L?\d+)?\)?$/u, ''),
  // docs://shop/orders/
  (text) => text.replace(/(?<=[^/:])\/$/u, ''),
  // …/agentSessionData/…/attachments/…/orders.log
  nameOfAgentCopy,
];

/** Spellings of the name in a text, or in the target of a Markdown link: the most literal first; never empty. */
export function spellingsOf(text: string): readonly string[] {
  const literal = text.trim();
  const spellings = respellings.reduce<readonly string[]>(
    (earlierSpellings, respell) => earlierSpellings.flatMap((spelling) => [spelling, respell(spelling)].flat()),
    [linkTarget(literal)],
  );
  return [...new Set([literal, ...spellings])];
}

/** The name of an attachment whose copy a session of the harness reads. */
function nameOfAgentCopy(text: string): string {
  const isSnapshot = /[\\/]agentSessionData[\\/]/u.test(text);
  return isSnapshot ? text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1) : text;
}

/** The name where no spelling is listed: as it stands, without what no URI begins or ends with. */
function plainName(text: string): string {
  const name = linkTarget(text.trim());
  const [, inner = name] = /^(?:["'`]|[\u2018-\u201f])(.*)(?:["'`]|[\u2018-\u201f])[.,;]?$/su.exec(name) ?? [];
  return nameOfAgentCopy(inner.replace(/(?<![.,;\u2026\u3002\uff0c])[.,;\u2026\u3002\uff0c]+$/u, ''));
}

function linkTarget(text: string): string {
  const [, target] = markdownLink.exec(text) ?? [];
  const name = target?.trim().replace(linkTitle, '').trimEnd() ?? text;
  return name.startsWith('<') && name.endsWith('>') ? name.slice(1, -1) : name;
}

function mentionAtStart(text: string, servers: readonly string[]): LineMention | undefined {
  if (!text.startsWith('@')) return undefined;
  const mentions: LineMention[] = [];
  const finder = new MentionFinder({ servers, schemes: new Set() }, true);
  finder.find(text, { from: 0, to: text.length, isExample: false }, mentions);
  return mentions[0]?.start === 0 ? mentions[0] : undefined;
}

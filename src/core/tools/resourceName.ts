import { isFields } from '../base/values';
import type { Connections } from '../connection/connections';
import type { VirtualTarget } from '../content/virtualPath';
import { virtualScheme } from '../content/virtualScheme';
import { MentionFinder, type LineMention } from '../mentions/text/mentionsInLine';

/** A virtual file or folder of a resource. */
export interface VirtualFile {
  readonly serverId: string;
  readonly target: VirtualTarget;
}

export interface NamePorts {
  readonly connections: Pick<Connections, 'all' | 'get'>;
  /** The virtual file with this URI; `undefined` where it is none, or its server is no longer configured. */
  readonly fileAt: (uri: string) => VirtualFile | undefined;
}

/** A name of a resource, as the product writes it for users and chats. */
export type ResourceName =
  | { readonly kind: 'uri'; readonly uri: string }
  /** `@server:uri` */
  | { readonly kind: 'mention'; readonly server: string; readonly uri: string }
  /** `mcpres:` URI of an attachment or an open file; `file` is `undefined` where it cannot be assigned. */
  | { readonly kind: 'file'; readonly file: VirtualFile | undefined };

const markdownLink = /^\[[^\]]*\]\((.*)\)$/su;
const linkTitle = /\s(?:"[^"]*"|'[^']*')$/u;

/** The name that a model copied from a prompt: all of the text, or the target of a Markdown link. */
export function parseName({ connections, fileAt }: NamePorts, text: string): ResourceName {
  const name = linkTarget(text.trim());
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

/** The input of a list, whose query may be the name of one resource: it is looked for by its URI, on its server. */
export function withNamedQuery(ports: NamePorts, input: unknown): unknown {
  const query = isFields(input) ? input['query'] : undefined;
  if (!isFields(input) || typeof query !== 'string') return input;
  const name = parseName(ports, query);
  switch (name.kind) {
    case 'uri':
      return name.uri === query.trim() ? input : { ...input, query: phrase(name.uri) };
    case 'mention':
      return { ...input, query: phrase(name.uri), server: name.server };
    case 'file': {
      if (!name.file) return input;
      const server = ports.connections.get(name.file.serverId)?.definition.name;
      return { ...input, query: phrase(name.file.target.uri), server };
    }
  }
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

function phrase(uri: string): string {
  return `"${uri.replaceAll('"', '')}"`;
}

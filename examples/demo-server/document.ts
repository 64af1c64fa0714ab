import type { Icon, Resource } from '@modelcontextprotocol/server';

/** The content that a read returns: text or bytes. */
export type Body = string | Uint8Array;

/** A document that the company publishes as an MCP resource. */
export interface Document {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly icons?: readonly Icon[];
  readonly audience?: readonly ('user' | 'assistant')[];
  /** 0 to 1. */
  readonly priority?: number;
  /** ISO 8601 with a time zone. */
  readonly lastModified?: string;
  readonly meta?: Readonly<Record<string, string>>;
  /** False to leave out the size, in bytes, in the list. */
  readonly announcesSize?: boolean;
  /** Time for which a read may be treated as fresh, in ms (protocol revision 2026-07-28); 0 when absent. */
  readonly freshFor?: number;
  readonly body: () => Body;
}

/** Files of skills are not in `resources/list`: `skills/list` has them. */
export function isSkillFile(uri: string): boolean {
  return uri.startsWith('skill://');
}

/** Returns the size of a body in bytes, as a client counts them. */
export function byteLength(body: Body): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}

/** Returns the entry of `resources/list` for a document; absent fields stay absent. */
export function describe(document: Document): Resource {
  const { uri, name, title, description, mimeType, icons, meta } = document;
  const annotations = annotate(document);
  return {
    uri,
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    ...(icons && { icons: [...icons] }),
    ...(annotations && { annotations }),
    ...(document.announcesSize !== false && { size: byteLength(document.body()) }),
    ...(meta && { _meta: { ...meta } }),
  };
}

function annotate({ audience, priority, lastModified }: Document): Resource['annotations'] {
  if (audience === undefined && priority === undefined && lastModified === undefined) return undefined;
  return {
    ...(audience && { audience: [...audience] }),
    ...(priority !== undefined && { priority }),
    ...(lastModified !== undefined && { lastModified }),
  };
}

/** Makes a body once, at the first read. */
export function once(make: () => Body): () => Body {
  let made: Body | undefined;
  return () => (made ??= make());
}

import type { Preview, PreviewBody, PreviewPart } from '../../../src/shared/previewProtocol';
import { rendition } from '../../../src/core/content/rendition';
import type { Content } from '../../../src/core/content/content';
import { previewOf, type PreviewSource } from '../../../src/core/preview/preview';
import type { Resource, ResourceContent } from '../../../src/core/resource/resource';
import { previewTools } from '../../../src/node/preview/previewTools';
import { resource } from '../catalog/fixtures';

export const now = 1_800_000_000_000;

export interface Sample {
  readonly uri?: string;
  readonly mimeType?: string;
  readonly body: string | Uint8Array;
}

export function resourceOf(fields: Partial<Resource> = {}): Resource {
  return resource('test://thing', { name: 'thing', ...fields });
}

/** Returns the cached content after a read of these blocks. */
export function contentOf(samples: readonly Sample[], fields: Partial<Content> = {}): Content {
  const uri = 'test://thing';
  const contents = samples.map((sample): ResourceContent => ({
    uri: sample.uri ?? uri,
    mimeType: sample.mimeType,
    body: typeof sample.body === 'string' ? { kind: 'text', text: sample.body } : { kind: 'blob', bytes: sample.body },
  }));
  return {
    ...rendition(uri, contents),
    problems: [],
    isFromWeb: false,
    version: undefined,
    readAt: now,
    ttl: undefined,
    changedAt: now,
    ...fields,
  };
}

export function preview(samples: readonly Sample[], source: Partial<PreviewSource> = {}): Preview {
  return previewOf(
    { resource: resourceOf(), serverName: 'demo', content: contentOf(samples), now, ...source },
    previewTools,
  );
}

/** Returns the preview of a single block. */
export function shown(body: string | Uint8Array, mimeType?: string, uri?: string): PreviewPart {
  const [part] = preview([
    { body, ...(mimeType === undefined ? {} : { mimeType }), ...(uri === undefined ? {} : { uri }) },
  ]).parts;
  if (!part) throw new Error('Nothing is shown');
  return part;
}

export function bodyOf(body: string | Uint8Array, mimeType?: string, uri?: string): PreviewBody {
  return shown(body, mimeType, uri).body;
}

export function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)));
}

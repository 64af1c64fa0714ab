import { rendition } from '../../../src/core/content/rendition';
import { previewOf } from '../../../src/core/preview/preview';
import type { ResourceContent } from '../../../src/core/resource/resource';
import { previewTools } from '../../../src/node/preview/previewTools';
import type { Preview } from '../../../src/shared/previewProtocol';
import type { ResultRow } from '../../../src/shared/protocol';

/** A block of a resource's content. */
export interface SampleContent {
  readonly uri?: string;
  readonly mimeType?: string;
  readonly body: string | Uint8Array;
}

const now = 1_800_000_000_000;

/** Reads resources from memory, and creates their previews as the extension does. */
export class PreviewHost {
  /** Contents of resources, by id; other resources have a line of text. */
  readonly contents = new Map<number, readonly SampleContent[]>();

  preview({ id, title, server, uri, description, priority, audience }: ResultRow): Preview {
    const contents = this.contents.get(id) ?? [{ body: `This is ${title}.` }];
    return previewOf(
      {
        resource: {
          uri,
          name: title,
          title,
          description,
          mimeType: contents[0]?.mimeType,
          size: undefined,
          audience,
          priority,
          lastModified: now - 86_400_000,
          icons: undefined,
          extra: { _meta: { 'example.com/team': 'sales' } },
        },
        serverName: server,
        content: {
          ...rendition(
            uri,
            contents.map((one) => blockOf(uri, one)),
          ),
          problems: [],
          isFromWeb: false,
          version: undefined,
          readAt: now,
          ttl: undefined,
          changedAt: now,
        },
        now,
      },
      previewTools,
    );
  }
}

function blockOf(uri: string, { body, mimeType, uri: own }: SampleContent): ResourceContent {
  return {
    uri: own ?? uri,
    mimeType,
    body: typeof body === 'string' ? { kind: 'text', text: body } : { kind: 'blob', bytes: body },
  };
}

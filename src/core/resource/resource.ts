import type { Audience } from '../../shared/audience';

/** An icon as the server describes it. Its source is untrusted. */
export interface ResourceIcon {
  readonly src: string;
  readonly mimeType: string | undefined;
  readonly theme: 'light' | 'dark' | undefined;
  /** Pixels of the longer edge of the largest that is in it; `any` for drawings. */
  readonly size: number | 'any' | undefined;
}

/** One resource of one server, normalised: every field is of its type or absent. Source: MCP `Resource`, all revisions. */
export interface Resource {
  /** Exactly as the server wrote it. Compared and sent as it is; never parsed to rebuild it. */
  readonly uri: string;
  /** Never empty: taken from the URI where the server gives none. */
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly mimeType: string | undefined;
  /** Bytes, as announced; the size of a read may differ. */
  readonly size: number | undefined;
  /** `undefined` means everybody. */
  readonly audience: readonly Audience[] | undefined;
  /** 0 (optional) to 1 (required). */
  readonly priority: number | undefined;
  /** Milliseconds since 1970. */
  readonly lastModified: number | undefined;
  readonly icons: readonly ResourceIcon[] | undefined;
  /** All other fields from the server, `_meta` and vendor fields; shown in the tooltip. */
  readonly extra: Readonly<Record<string, unknown>> | undefined;
}

/** A parameterised resource. Source: MCP `ResourceTemplate`. */
export interface ResourceTemplate extends Omit<Resource, 'uri' | 'size' | 'lastModified'> {
  readonly uriTemplate: string;
}

/** One block of a read's result. */
export interface ResourceContent {
  readonly uri: string;
  readonly mimeType: string | undefined;
  readonly body:
    { readonly kind: 'text'; readonly text: string } | { readonly kind: 'blob'; readonly bytes: Uint8Array };
}

/** The preview of a resource's content, made on the user's request. All text is a server's: shown as text, never as markup. */
export interface Preview {
  readonly title: string;
  /** Type and size in one line, such as `Markdown · 4.2 kB`. */
  readonly summary: string;
  /** When it was read, and when this was written, by the same clock and in ms since 1970: the page shows the age, which grows. */
  readonly readAt: number;
  readonly now: number;
  readonly facts: readonly PreviewFact[];
  readonly parts: readonly PreviewPart[];
  /** Sentences about what is missing: contents left out, or cut. */
  readonly problems: readonly string[];
}

/** Label and value, localised. A number is a time in ms since 1970. */
export type PreviewFact = readonly [label: string, value: string | number];

/** One of the contents of a read. */
export interface PreviewPart {
  /** A name of its own where there are several contents. */
  readonly name: string | undefined;
  readonly mimeType: string | undefined;
  /** Localised, of the whole content. */
  readonly size: string;
  readonly body: PreviewBody;
  /** A sentence where only a part is shown, or nothing. */
  readonly cut: string | undefined;
}

export type PreviewBody =
  /** JSON was checked to be that. */
  | { readonly kind: 'text' | 'code' | 'markdown' | 'json'; readonly text: string }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  /** `source` is a `data:` URI. */
  | { readonly kind: 'image'; readonly source: string }
  | { readonly kind: 'empty' }
  /** There is something, and {@link PreviewPart.cut} says why it is not shown. */
  | { readonly kind: 'none' };

export interface PreviewRequests {
  /**
   * Reads the resource at the user's request: questions and progress may appear. Fails with a ready sentence. `isFollowed`: the preview
   * shows the active row by itself, which is no use of the resource.
   */
  preview: { params: { id: number; isFollowed?: true }; answer: Preview };
  /** Asked when lists or permissions have changed: the permission of a skill in words; `undefined` if the resource is no longer there. */
  standing: { params: { id: number }; answer: { permission: string | undefined } | undefined };
}

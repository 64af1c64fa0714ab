/** A template's form. All text is a server's: shown as text, never as markup. */
export interface TemplateForm {
  readonly title: string;
  readonly server: string;
  readonly description: string | undefined;
  readonly uriTemplate: string;
  readonly fields: readonly TemplateField[];
  /** A sentence where the template cannot be filled in. */
  readonly problem: string | undefined;
}

export interface TemplateField {
  readonly name: string;
  readonly isRequired: boolean;
  /** Takes several values, one per line. */
  readonly isList: boolean;
  /** The last value; empty if it was omitted, and at first. */
  readonly value: string;
  /** Earlier values, most recent first. */
  readonly used: readonly string[];
}

/** By the names of the fields; empty fields are left out. */
export type TemplateValues = Readonly<Record<string, string>>;

export interface TemplateExpansion {
  /** The URI with the values so far, in pieces to display one after the other. */
  readonly pieces: readonly { readonly text: string; readonly kind: 'fixed' | 'value' | 'missing' }[];
  /** The finished URI; `undefined` while something is missing or wrong. */
  readonly uri: string | undefined;
  /** Ready sentences by the name of the field. */
  readonly errors: Readonly<Record<string, string>>;
  /** A sentence where the resource need not be kept. */
  readonly cannotKeep: string | undefined;
}

export type TemplateUse = 'open' | 'attach' | 'keep' | 'copyUri';

export interface TemplateRequests {
  openTemplate: { params: { id: number }; answer: TemplateForm };
  expandTemplate: { params: { id: number; values: TemplateValues }; answer: TemplateExpansion };
  /** Completions for the text in one field, or one line of a list, with the values of the other fields as the context. Best first. */
  completeVariable: {
    params: { id: number; name: string; values: TemplateValues };
    answer: { readonly values: readonly string[]; readonly hasMore: boolean };
  };
  /** `isDone`: false if the user cancelled or it failed. `problem`: a sentence, where no other message told the user. */
  useTemplate: {
    params: { id: number; values: TemplateValues; use: TemplateUse };
    answer: { readonly isDone: boolean; readonly problem: string | undefined };
  };
}

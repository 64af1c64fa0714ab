/** A value that a person gives for one field. */
export type FieldValue = string | number | boolean | readonly string[];

/** One thing that a server wants to know, read from the flat JSON schema of an elicitation. */
export interface FormField {
  readonly name: string;
  /** Untrusted text, never empty. */
  readonly title: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly default: FieldValue | undefined;
  readonly type:
    | {
        readonly kind: 'text';
        readonly format: 'email' | 'uri' | 'date' | 'date-time' | undefined;
        readonly minLength: number | undefined;
        readonly maxLength: number | undefined;
        readonly pattern: string | undefined;
      }
    | {
        readonly kind: 'number';
        readonly isInteger: boolean;
        readonly minimum: number | undefined;
        readonly maximum: number | undefined;
      }
    | { readonly kind: 'boolean' }
    | { readonly kind: 'choice'; readonly options: readonly FormOption[] }
    | {
        readonly kind: 'choices';
        readonly options: readonly FormOption[];
        readonly minItems: number | undefined;
        readonly maxItems: number | undefined;
      };
}

export interface FormOption {
  readonly value: string;
  /** Untrusted text. */
  readonly label: string;
}

/** What a server asks of the person, in the middle of a request of theirs. */
export type Question =
  | { readonly kind: 'form'; readonly message: string; readonly fields: readonly FormField[] }
  /** A page that the person is to visit; the server learns there what it needs. `url` is http(s) and untrusted. */
  | { readonly kind: 'url'; readonly message: string; readonly url: string };

/** `decline` is a no, `cancel` is a question that was closed without an answer. */
export type Answer =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, FieldValue>> }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** Asks the person. Exists only for what a person started: work in the background has nobody to ask. */
export interface Interaction {
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}

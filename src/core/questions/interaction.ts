/** A user's value for one field. */
export type FieldValue = string | number | boolean | readonly string[];

/** The user's values for the fields of a form, by name. Fields left out are not in it. */
export type FormContent = Readonly<Record<string, FieldValue>>;

/** One value that a server asks for, read from the flat JSON schema of an elicitation. */
export interface FormField {
  /** The key of the value in the answer. */
  readonly name: string;
  /** Untrusted text, one line, never empty. */
  readonly title: string;
  /** Untrusted text, one line. */
  readonly description: string | undefined;
  readonly isRequired: boolean;
  /** Value that the form starts with; satisfies the field. */
  readonly default: FieldValue | undefined;
  readonly type: FieldType;
}

export type FieldType =
  | {
      readonly kind: 'text';
      readonly format: TextFormat | undefined;
      /** In code points, as JSON schema counts. */
      readonly minLength: number | undefined;
      readonly maxLength: number | undefined;
      /** A regular expression (flag `u`) that is known to answer fast. */
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

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

export interface FormOption {
  readonly value: string;
  /** Untrusted text, one line. */
  readonly label: string;
}

/** A server's question to the user, in the middle of a request of theirs. `message` is untrusted text, one line. */
export type Question =
  /** A form without fields only asks for confirmation. */
  | { readonly kind: 'form'; readonly message: string; readonly fields: readonly FormField[] }
  /** A page for the user to visit; the server gets there what it needs. Accepted once the user agreed and it was opened. */
  | PageQuestion<'url'>
  /** Asks whether the user has finished on the open page. The signal aborts when the server reports it. */
  | PageQuestion<'visit'>;

interface PageQuestion<Kind extends string> {
  readonly kind: Kind;
  readonly message: string;
  /** http(s), in ASCII, without credentials. Untrusted: shown in full, opened only with the user's consent. */
  readonly url: string;
}

/** `decline` is a no, `cancel` is a question that was closed without an answer. */
export type Answer =
  /** `content` belongs to forms, and satisfies their fields. */
  { readonly action: 'accept'; readonly content?: FormContent } | { readonly action: 'decline' | 'cancel' };

/** Asks the user. Exists only for requests that the user started: work in the background cannot ask. */
export interface Interaction {
  /** Closes the question when the signal aborts; the answer does not matter then. */
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}

/** The reply to an `elicitation/create`: its result, or a JSON-RPC error. */
export type Reply =
  { readonly result: Answer } | { readonly error: { readonly code: number; readonly message: string } };

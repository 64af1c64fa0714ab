import { RemoteError } from '../../src/shared/endpoint';
import type { TemplateExpansion, TemplateForm, TemplateRequests, TemplateUse } from '../../src/shared/templateProtocol';
import type { PaneParts } from '../base/pane';
import { Fields, type Place } from './fields';

/** The state of the form. */
export type FormStage =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'open'; readonly form: TemplateForm; readonly fields: Fields };

/** The result of the user's last action. */
export type FormOutcome =
  | { readonly kind: 'running' | 'done'; readonly use: TemplateUse }
  | { readonly kind: 'failed'; readonly message: string };

type Parts = Pick<PaneParts, 'ask' | 'invalidate' | 'announce' | 'strings'>;

/** The content of a template's form, and the host's answers about it. */
export class FormModel {
  readonly #lifetime = new AbortController();
  readonly #shownErrors = new Set<number>();
  #stage: FormStage = { kind: 'loading' };
  #expansion: TemplateExpansion | undefined;
  #expanding: { readonly abort: AbortController; readonly done: Promise<TemplateExpansion | undefined> } | undefined;
  #outcome: FormOutcome | undefined;
  #hasTried = false;

  constructor(
    private readonly parts: Parts,
    private readonly id: number,
  ) {}

  get stage(): FormStage {
    return this.#stage;
  }

  get fields(): Fields | undefined {
    return this.#stage.kind === 'open' ? this.#stage.fields : undefined;
  }

  /** For the fields at the time of the host's last answer. */
  get expansion(): TemplateExpansion | undefined {
    return this.#expansion;
  }

  get outcome(): FormOutcome | undefined {
    return this.#outcome;
  }

  /** The user has tried to use a resource that the fields do not name. */
  get hasTried(): boolean {
    return this.#hasTried;
  }

  async load(): Promise<void> {
    try {
      const form = await this.#ask('openTemplate', { id: this.id });
      this.#stage = { kind: 'open', form, fields: new Fields(form.fields) };
      if (form.problem === undefined) this.#expand();
    } catch (error) {
      if (this.#lifetime.signal.aborted) return;
      this.#stage = { kind: 'failed', message: this.#sentence(error) };
    }
    this.parts.invalidate();
  }

  /** The error of a field, once the user has left it or tried to go on. */
  errorOf(field: number): string | undefined {
    const name = this.fields?.all[field]?.name ?? '';
    const { errors = {} } = this.#expansion ?? {};
    return this.#shownErrors.has(field) && Object.hasOwn(errors, name) ? errors[name] : undefined;
  }

  /** The user has left a field. */
  showErrorOf(field: number): void {
    this.#shownErrors.add(field);
    this.parts.invalidate();
  }

  /** Changes the text in a field. */
  change(field: number, write: (fields: Fields) => void): void {
    const { fields } = this;
    if (!fields) return;
    write(fields);
    this.#shownErrors.delete(field);
    this.#outcome = undefined;
    this.#expand();
    this.parts.invalidate();
  }

  complete(place: Place, text: string, signal: AbortSignal): Promise<TemplateRequests['completeVariable']['answer']> {
    const name = this.fields?.all[place.field]?.name ?? '';
    const values = this.fields?.valuesAbout(place, text) ?? {};
    return this.parts.ask('completeVariable', { id: this.id, name, values }, signal);
  }

  /** Uses the resource that the fields name; returns the number of the first field that prevents it. */
  async use(use: TemplateUse): Promise<number | undefined> {
    const { fields } = this;
    // Text typed a moment ago counts.
    const expansion = await this.#expanding?.done;
    if (!fields || !expansion || this.#outcome?.kind === 'running') return undefined;
    if (use === 'keep' && expansion.cannotKeep !== undefined) return undefined;
    if (expansion.uri !== undefined) return this.#run(use, fields);
    const invalidFields = fields.all.flatMap(({ name }, field) =>
      Object.hasOwn(expansion.errors, name) ? [field] : [],
    );
    this.#hasTried = true;
    for (const field of invalidFields) this.#shownErrors.add(field);
    this.parts.invalidate();
    return invalidFields[0];
  }

  dispose(): void {
    this.#lifetime.abort();
    this.#expanding?.abort.abort();
  }

  async #run(use: TemplateUse, { values }: Fields): Promise<undefined> {
    this.#outcome = { kind: 'running', use };
    this.parts.invalidate();
    try {
      const { isDone, problem } = await this.#ask('useTemplate', { id: this.id, values, use });
      this.#outcome = isDone ? { kind: 'done', use } : undefined;
      if (isDone) {
        this.parts.announce(this.parts.strings.form.done[use]);
        await this.#renew();
      } else if (problem !== undefined) this.#fail(problem);
    } catch (error) {
      if (!this.#lifetime.signal.aborted) this.#fail(this.#sentence(error));
    }
    this.parts.invalidate();
  }

  /** The used values are among the earlier ones now, and a kept resource is in the list. */
  async #renew(): Promise<void> {
    const form = await this.#ask('openTemplate', { id: this.id });
    this.fields?.renew(form.fields);
    this.#expand();
  }

  /** Asks the host for the URI again; an answer for other values is dropped. */
  #expand(): void {
    const { fields } = this;
    this.#expanding?.abort.abort();
    if (!fields) return;
    const abort = new AbortController();
    const pendingExpansion = this.parts
      .ask('expandTemplate', { id: this.id, values: fields.values }, abort.signal)
      .then(
        (expansion) => {
          this.#expansion = expansion;
          this.parts.invalidate();
          return expansion;
        },
        (error: unknown) => {
          if (!abort.signal.aborted) this.#fail(this.#sentence(error));
          return undefined;
        },
      );
    this.#expanding = { abort, done: pendingExpansion };
  }

  #ask: PaneParts['ask'] = (method, params) => this.parts.ask(method, params, this.#lifetime.signal);

  #fail(message: string): void {
    this.#outcome = { kind: 'failed', message };
    this.parts.announce(message);
    this.parts.invalidate();
  }

  #sentence(error: unknown): string {
    return error instanceof RemoteError ? error.message : this.parts.strings.failed;
  }
}

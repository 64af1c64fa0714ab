import { RemoteError } from '../../src/shared/endpoint';
import type { TemplateExpansion, TemplateForm, TemplateRequests, TemplateUse } from '../../src/shared/templateProtocol';
import type { PaneParts } from '../base/pane';
import { Fields, type Place } from './fields';

/** Where the form stands. `gone`: the template is not listed any more. */
export type FormStage =
  | { readonly kind: 'loading' | 'gone' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'open'; readonly form: TemplateForm; readonly fields: Fields };

/** What became of what the person did last. */
export type FormOutcome =
  | { readonly kind: 'running' | 'done'; readonly use: TemplateUse }
  | { readonly kind: 'failed'; readonly message: string };

type Parts = Pick<PaneParts, 'ask' | 'invalidate' | 'announce' | 'strings'>;

/** What is in a template's form, and what the host makes of it. */
export class FormModel {
  readonly #over = new AbortController();
  readonly #shownErrors = new Set<number>();
  #stage: FormStage = { kind: 'loading' };
  #expansion: TemplateExpansion | undefined;
  #expanding: { readonly abort: AbortController; readonly done: Promise<TemplateExpansion | undefined> } | undefined;
  #outcome: FormOutcome | undefined;

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

  /** Of the fields as they were when the host answered last. */
  get expansion(): TemplateExpansion | undefined {
    return this.#expansion;
  }

  get outcome(): FormOutcome | undefined {
    return this.#outcome;
  }

  async load(): Promise<void> {
    try {
      const form = await this.#ask('openTemplate', { id: this.id });
      this.#stage = form ? { kind: 'open', form, fields: new Fields(form.fields) } : { kind: 'gone' };
      if (form?.problem === undefined) this.#expand();
    } catch (error) {
      if (this.#over.signal.aborted) return;
      this.#stage = { kind: 'failed', message: this.#sentence(error) };
    }
    this.parts.invalidate();
  }

  /** What is wrong with a field, once the person has left it or tried to go on. */
  errorOf(field: number): string | undefined {
    const name = this.fields?.all[field]?.name ?? '';
    const { errors = {} } = this.#expansion ?? {};
    return this.#shownErrors.has(field) && Object.hasOwn(errors, name) ? errors[name] : undefined;
  }

  /** The person has left a field. */
  leave(field: number): void {
    this.#shownErrors.add(field);
    this.parts.invalidate();
  }

  /** Changes what is written in a field. */
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

  /** Does something with the resource that the fields name; the number of the first field that keeps it from that. */
  async use(use: TemplateUse): Promise<number | undefined> {
    const { fields } = this;
    // What was typed a moment ago counts.
    const expansion = await this.#expanding?.done;
    if (!fields || !expansion || this.#outcome?.kind === 'running') return undefined;
    if (use === 'keep' && expansion.cannotKeep !== undefined) return undefined;
    if (expansion.uri !== undefined) return this.#run(use, fields);
    const wrong = fields.all.flatMap(({ name }, field) => (Object.hasOwn(expansion.errors, name) ? [field] : []));
    for (const field of wrong) this.#shownErrors.add(field);
    this.parts.invalidate();
    return wrong[0];
  }

  dispose(): void {
    this.#over.abort();
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
      if (!this.#over.signal.aborted) this.#fail(this.#sentence(error));
    }
    this.parts.invalidate();
  }

  /** What was used is among what was used before now, and what was kept is in the list. */
  async #renew(): Promise<void> {
    const form = await this.#ask('openTemplate', { id: this.id });
    this.fields?.renew(form?.fields ?? []);
    this.#expand();
  }

  /** Has the host make the URI anew; an answer for other values is dropped. */
  #expand(): void {
    const { fields } = this;
    this.#expanding?.abort.abort();
    if (!fields) return;
    const abort = new AbortController();
    const done = this.parts.ask('expandTemplate', { id: this.id, values: fields.values }, abort.signal).then(
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
    this.#expanding = { abort, done };
  }

  #ask: PaneParts['ask'] = (method, params) => this.parts.ask(method, params, this.#over.signal);

  #fail(message: string): void {
    this.#outcome = { kind: 'failed', message };
    this.parts.announce(message);
    this.parts.invalidate();
  }

  #sentence(error: unknown): string {
    return error instanceof RemoteError ? error.message : this.parts.strings.failed;
  }
}

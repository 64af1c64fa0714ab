import type { TemplateResult } from 'lit/html.js';
import type { TemplateUse } from '../../src/shared/templateProtocol';
import { fill } from '../../src/shared/strings';
import { handled } from '../base/handled';
import type { Pane, PaneParts } from '../base/pane';
import { boxId, type Place } from './fields';
import { FormModel } from './formModel';
import { primaryButtonId, primaryUse } from './actionsView';
import { formView } from './formView';
import { Suggestions } from './suggestions';

/** The form of a template: a field for each variable, the unfinished URI, and its actions. */
export class TemplatePane implements Pane {
  readonly title: string;
  readonly #model: FormModel;
  readonly #suggestions: Suggestions;
  /** Id of the focused box while nothing has been typed in it: its text does not filter the values yet. */
  #untouched = '';
  /** DOM id of the element to focus as soon as it is drawn; `first` is the first box to write in. */
  #focusWanted: string | undefined;
  #isSelecting = true;
  #isPopupNew = false;
  /** Height of the fields for which there is no room, in pixels. */
  #outOfSight = 0;

  constructor(
    private readonly parts: PaneParts,
    { id, title }: { readonly id: number; readonly title: string },
  ) {
    this.title = title;
    this.#model = new FormModel(parts, id);
    this.#suggestions = new Suggestions(parts, this.#model, () => this.#onArrived());
    void this.#model.load();
  }

  content(): TemplateResult {
    const { strings, formatNumber } = this.parts;
    return formView({
      model: this.#model,
      suggestions: this.#suggestions,
      commands: this,
      strings,
      formatNumber,
    });
  }

  focus(root: HTMLElement): void {
    this.#focusWanted = 'first';
    this.#isSelecting = true;
    this.onDrawn(root);
    const form = root.querySelector<HTMLElement>('.template-form');
    // Until the fields are there, the form itself has the focus.
    if (form?.contains(document.activeElement) === false) form.focus();
  }

  close(): void {
    this.parts.close();
  }

  retry(): void {
    void this.#model.load();
  }

  dispose(): void {
    this.#suggestions.stop();
    this.#model.dispose();
  }

  type(place: Place, text: string): void {
    this.#untouched = '';
    this.#model.change(place.field, (fields) => fields.write(place, text));
    this.#suggestions.onTyped(place, text);
  }

  /** Several lines become several values of a list. */
  paste(place: Place, event: ClipboardEvent): void {
    const lines = (event.clipboardData?.getData('text') ?? '').split(/\r?\n/u).filter((line) => line.trim() !== '');
    if (lines.length < 2 || this.#model.fields?.all[place.field]?.isList !== true) return;
    handled(event);
    this.#suggestions.close();
    this.#model.change(place.field, (fields) => fields.paste(place, lines));
    this.#requestFocus({ field: place.field, line: place.line + lines.length });
  }

  boxKey(place: Place, event: KeyboardEvent): void {
    const { key } = event;
    // Keys that choose a candidate of an input method belong to it; those with Ctrl are the form's.
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const isOpen = this.#suggestions.isOpenAt(place);
    const active = isOpen ? this.#suggestions.active : undefined;
    // Tab takes the active suggestion and moves to the next field.
    if (active && key === 'Tab') this.pick(place, active.value);
    else if (active && key === 'Enter') {
      this.pick(place, active.value);
      // After the last box the next Enter attaches the resource, whose URI is in sight by then.
      const next = this.#model.fields?.next(place);
      if (next) this.#requestFocus(next);
      handled(event);
    } else if (this.#run(place, key, isOpen)) handled(event);
  }

  /** Returns true when the form handles the key. */
  #run(place: Place, key: string, isOpen: boolean): boolean {
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp':
        this.#arrow(place, key, isOpen);
        return true;
      case 'Enter':
        this.#goToNext(place);
        return true;
      case 'Escape':
        this.#suggestions.close();
        return isOpen;
      case 'Backspace':
        if (place.line === 0 || this.#model.fields?.text(place) !== '') return false;
        this.remove(place);
        return true;
      default:
        return false;
    }
  }

  formKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    handled(event);
    void this.use('open');
  }

  #arrow(place: Place, key: 'ArrowDown' | 'ArrowUp', isOpen: boolean): void {
    const isDown = key === 'ArrowDown';
    if (isOpen) this.#suggestions.move(isDown ? 1 : -1);
    else this.#suggestions.open(place, this.#requestText(place), isDown ? 'first' : 'last');
  }

  #requestText(place: Place): string {
    return this.#untouched === boxId(place) ? '' : (this.#model.fields?.text(place) ?? '');
  }

  /** Shows or hides the suggestions for a box. */
  show(place: Place): void {
    if (this.#suggestions.isOpenAt(place)) this.#suggestions.close();
    else this.#suggestions.open(place, this.#requestText(place), undefined);
    this.#requestFocus(place, false);
  }

  pick(place: Place, value: string): void {
    this.#suggestions.close();
    this.#untouched = boxId(place);
    this.#model.change(place.field, (fields) => fields.write(place, value));
  }

  remove(place: Place): void {
    this.#suggestions.close();
    this.#model.change(place.field, (fields) => fields.remove(place));
    this.#requestFocus({ field: place.field, line: Math.max(0, place.line - 1) });
  }

  /** The focus came into a box. */
  onFocusIn(place: Place): void {
    this.#untouched = boxId(place);
  }

  onFocusOut({ field }: Place, { relatedTarget, currentTarget }: FocusEvent): void {
    this.#suggestions.close();
    const ownField = currentTarget instanceof Element ? currentTarget.closest('.field') : null;
    // The whole page lost the focus, and gets it back in the same place.
    if (!document.hasFocus() || (relatedTarget instanceof Node && ownField?.contains(relatedTarget) === true)) return;
    this.#model.showErrorOf(field);
  }

  #goToNext(place: Place): void {
    this.#suggestions.close();
    const next = this.#model.fields?.next(place);
    if (next) this.#requestFocus(next);
    else void this.use(primaryUse);
  }

  async use(use: TemplateUse): Promise<void> {
    this.#suggestions.close();
    const invalidField = await this.#model.use(use);
    if (invalidField !== undefined) this.#requestFocus({ field: invalidField, line: 0 });
  }

  #requestFocus(place: Place, isSelecting = true): void {
    this.#focusWanted = boxId(place);
    this.#isSelecting = isSelecting;
    // Moves the focus now if the element already exists: the next key may come before the next frame.
    this.#moveFocus(document);
    this.parts.invalidate();
  }

  #onArrived(): void {
    const { all, hasMore } = this.#suggestions;
    this.#isPopupNew = true;
    const { form } = this.parts.strings;
    if (all.length > 0)
      this.parts.announce(fill(hasMore ? form.countAndMore : form.count, this.parts.formatNumber(all.length)));
  }

  /** The page shows {@link content}: the focus can move, and the focused element is scrolled into view. */
  onDrawn(root: ParentNode): void {
    // An error of a field takes room from the fields, and so does what is said below them.
    const { scrollHeight = 0, clientHeight = 0 } = root.querySelector('.template-form .form-body') ?? {};
    if (scrollHeight - clientHeight !== this.#outOfSight)
      root.querySelector('.box:focus-within')?.scrollIntoView({ block: 'nearest' });
    this.#outOfSight = scrollHeight - clientHeight;
    if (this.#isPopupNew) root.querySelector('.template-form .popup')?.scrollIntoView({ block: 'nearest' });
    this.#isPopupNew = false;
    root.querySelector('.template-form [role=option][aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    if (this.#model.stage.kind === 'loading') return;
    this.#moveFocus(root);
    this.#focusWanted = undefined;
  }

  #moveFocus(root: ParentNode): void {
    const { first: firstField } = this.#model.fields ?? {};
    const id = this.#focusWanted === 'first' ? (firstField ? boxId(firstField) : primaryButtonId) : this.#focusWanted;
    const target = id === undefined ? null : root.querySelector<HTMLElement>(`#${id}`);
    if (!target) return;
    this.#focusWanted = undefined;
    target.focus();
    if (target instanceof HTMLInputElement && this.#isSelecting) target.select();
  }
}

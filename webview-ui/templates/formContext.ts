import type { TemplateUse } from '../../src/shared/templateProtocol';
import type { PaneParts } from '../base/pane';
import type { Place } from './fields';
import type { FormModel } from './formModel';
import type { Suggestions } from './suggestions';

/** The user's commands in the form, called by the templates. */
export interface FormCommands {
  type(place: Place, text: string): void;
  paste(place: Place, event: ClipboardEvent): void;
  boxKey(place: Place, event: KeyboardEvent): void;
  formKey(event: KeyboardEvent): void;
  /** The focus came into a box. */
  onFocusIn(place: Place): void;
  onFocusOut(place: Place, event: FocusEvent): void;
  /** Shows or hides the suggestions for a box. */
  show(place: Place): void;
  pick(place: Place, value: string): void;
  remove(place: Place): void;
  use(use: TemplateUse): Promise<void>;
  retry(): void;
  close(): void;
  /** The templates have been drawn. */
  onDrawn(root: ParentNode): void;
}

/** Parameters of every template of the form. */
export interface FormContext extends Pick<PaneParts, 'strings' | 'formatNumber'> {
  readonly model: FormModel;
  readonly suggestions: Suggestions;
  readonly commands: FormCommands;
}

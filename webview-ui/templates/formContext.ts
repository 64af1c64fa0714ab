import type { Pane, PaneParts } from '../base/pane';
import type { FormModel } from './formModel';
import type { Suggestions } from './suggestions';
import type { TemplatePane } from './templatePane';

/** Parameters of every template of the form. */
export interface FormContext extends Pick<PaneParts, 'strings' | 'formatNumber'> {
  readonly model: FormModel;
  readonly suggestions: Suggestions;
  /** What users do in the form. */
  readonly commands: Omit<TemplatePane, keyof Pane>;
}

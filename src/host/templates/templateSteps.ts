import * as l10n from '@vscode/l10n';
import { QuickPickItemKind, ThemeIcon, type QuickPick } from 'vscode';
import type { TemplateUse } from '../../shared/templateProtocol';
import { legible } from '../../core/base/legible';
import type { Clock } from '../../core/base/clock';
import { Pace } from '../../core/base/pace';
import { displayName } from '../../core/resource/displayName';
import type { TemplateCatalog, TemplateEntry } from '../../core/catalog/templates';
import type { Visibility } from '../../core/search/visibility';
import { plainText } from '../base/plainText';
import { numberStep, showStep, type StepEnd } from '../base/showStep';
import type { FormRow } from './valueStep';

/** Interval between two updates of the list while templates arrive, in ms. */
const showEvery = 100;

export interface TemplateChoiceParts {
  readonly clock: Clock;
  readonly templates: TemplateCatalog;
  readonly visibility: Pick<Visibility, 'isTemplateVisible'>;
}

/** `undefined` when the user left. Follows the servers while they list. */
export async function chooseTemplate(
  picker: QuickPick<FormRow>,
  { templates, visibility, clock }: TemplateChoiceParts,
  serverName: (serverId: string) => string,
): Promise<TemplateEntry | undefined> {
  picker.title = l10n.t('Open Resource from Template');
  picker.placeholder = l10n.t('Select a template');
  numberStep(picker, { number: undefined, canGoBack: false });
  picker.value = '';
  picker.busy = false;
  picker.matchOnDescription = true;
  const end = await showStep<TemplateEntry, FormRow>(picker, (give, store) => {
    const show = (): void => {
      const rows = templates.all.filter(visibility.isTemplateVisible).map((entry): FormRow => ({
        label: plainText(displayName(entry.template)),
        description: plainText(`${serverName(entry.serverId)} · ${legible(entry.template.uriTemplate)}`),
        iconPath: new ThemeIcon('symbol-parameter'),
        act: () => give(entry),
      }));
      picker.items = rows.length > 0 ? rows : [separator(l10n.t('No templates yet'))];
    };
    const pace = store.add(new Pace(clock, showEvery, show));
    store.add(templates.onDidChange(() => pace.trigger()));
    store.add(picker.onDidAccept(() => picker.activeItems[0]?.act?.()));
    show();
  });
  return end.kind === 'value' ? end.value : undefined;
}

/** @param canKeep false where the server lists the resource: it is in the list without being kept */
export function chooseUse(picker: QuickPick<FormRow>, canKeep: boolean): Promise<StepEnd<TemplateUse>> {
  return showStep<TemplateUse, FormRow>(picker, (give, store) => {
    const row = (use: TemplateUse, icon: string, label: string, description = ''): FormRow => ({
      label,
      description,
      iconPath: new ThemeIcon(icon),
      act: () => give(use),
    });
    picker.value = '';
    picker.busy = false;
    const rows = [
      row('attach', 'attach', l10n.t('Attach to Chat')),
      row('open', 'go-to-file', l10n.t('Open')),
      ...(canKeep ? [row('keep', 'pin', l10n.t('Save to List'), l10n.t('in this workspace'))] : []),
      row('copyUri', 'copy', l10n.t('Copy URI')),
    ];
    picker.items = rows;
    // Enter can be faster than these rows: what is active then is of the step before.
    store.add(picker.onDidAccept(() => (rows.find((one) => one === picker.activeItems[0]) ?? rows[0])?.act?.()));
  });
}

export function separator(label: string): FormRow {
  return { label, kind: QuickPickItemKind.Separator, alwaysShow: true };
}

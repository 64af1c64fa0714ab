import * as l10n from '@vscode/l10n';
import { env, window } from 'vscode';
import type { TemplateCatalog } from '../../core/catalog/templates';
import type { PickedResource } from '../../core/context/contextSet';
import type { TemplateTarget } from '../base/commandMap';
import { commands as ids } from '../base/ids';
import type { CommandOf, Commands } from '../commands/registerCommands';
import { aboutResources, type RowParts } from '../content/aboutResources';
import { toPicked } from '../content/commandArguments';
import { templateAt } from '../content/templateAt';
import type { Attaching } from './attaching';
import { attachSelection } from './attachSelection';
import type { QuickAttach } from './quickAttach';
import type { ResourceActions } from './resourceActions';

export interface ActionCommandParts {
  readonly rows: RowParts;
  readonly actions: Pick<ResourceActions, 'attach' | 'addToContext' | 'open' | 'copyUris' | 'copyContents' | 'save'>;
  readonly attaching: Pick<Attaching, 'attachExcerpts'>;
  readonly quickAttach: Pick<QuickAttach, 'pick'>;
  readonly templates: TemplateCatalog;
  readonly wake: () => void;
}

/** The commands about resources. Each works from every view and, where that makes sense, from the Command Palette. */
export function actionCommands(parts: ActionCommandParts): Commands<CommandOf<'actions'>> {
  const { rows, actions, templates } = parts;
  const find = async (title: string): Promise<readonly PickedResource[]> => {
    parts.wake();
    return (await parts.quickAttach.pick(title)).map(toPicked);
  };
  return {
    [ids.addToContext]: aboutResources(
      rows,
      l10n.t('Select MCP Resources to Add to Context'),
      (resources) => actions.addToContext(resources),
      find,
    ),
    [ids.attach]: aboutResources(
      rows,
      l10n.t('Select MCP Resources to Attach'),
      (resources) => actions.attach(resources),
      find,
    ),
    [ids.attachSelection]: () => attachSelection(rows, parts.attaching),
    [ids.copyContent]: aboutResources(rows, l10n.t('Select MCP Resources to Copy'), (resources) =>
      actions.copyContents(resources),
    ),
    [ids.copyUri]: aboutResources(rows, '', (resources) => actions.copyUris(resources)),
    [ids.copyUriTemplate]: (targets) => copyTemplates(targets, templates),
    [ids.open]: aboutResources(
      rows,
      l10n.t('Select MCP Resources to Open'),
      (resources, manner) => actions.open(resources, manner),
      find,
    ),
    [ids.save]: aboutResources(rows, l10n.t('Select MCP Resources to Save'), (resources) => actions.save(resources)),
  };
}

async function copyTemplates(targets: readonly TemplateTarget[], templates: TemplateCatalog): Promise<void> {
  const texts = targets.flatMap((target) => templateAt(target, templates)?.template.uriTemplate ?? []);
  if (texts.length === 0) return;
  await env.clipboard.writeText(texts.join('\n'));
  window.setStatusBarMessage(l10n.t('Copied to the clipboard'), 3_000);
}

import * as l10n from '@vscode/l10n';
import { env, window } from 'vscode';
import type { CatalogEntry } from '../../core/catalog/catalog';
import type { TemplateCatalog } from '../../core/catalog/templates';
import type { PickedResource } from '../../core/context/contextSet';
import type { TemplateTarget } from '../base/commandMap';
import { commands as ids } from '../base/ids';
import type { CommandOf, Commands } from '../commands/registerCommands';
import { aboutResources, type RowNeeds } from '../content/aboutResources';
import { toPicked } from '../content/commandArguments';
import { templateAt } from '../content/templateAt';
import type { ActionsNeeds } from './openLate';
import type { Attaching } from './attaching';
import { allowSkill, pickSkill, stopAllowingSkills } from './allowSkill';
import { attachSelection } from './attachSelection';
import type { ResourceActions } from './resourceActions';

interface Needs extends RowNeeds {
  readonly core: Pick<ActionsNeeds['core'], 'catalog' | 'connections' | 'skills' | 'skillPermissions' | 'templates'>;
  readonly context: Pick<ActionsNeeds['context'], 'live' | 'picked'>;
  readonly look: Pick<ActionsNeeds['look'], 'wake'>;
}

interface Own {
  readonly actions: Omit<ResourceActions, 'attach' | 'canRead'>;
  readonly attaching: Pick<Attaching, 'attachExcerpts'>;
  /** Asks for resources. */
  readonly pick: (title: string) => Promise<readonly CatalogEntry[]>;
}

/** The commands about resources. Each works from every view and, where that makes sense, from the Command Palette. */
export function actionCommands(needs: Needs, { actions, attaching, pick }: Own): Commands<CommandOf<'actions'>> {
  const find = async (title: string): Promise<readonly PickedResource[]> => {
    needs.look.wake();
    return (await pick(title)).map(toPicked);
  };
  return {
    [ids.addToContext]: aboutResources(
      needs,
      l10n.t('Select MCP Resources to Add to Context'),
      (resources) => actions.addToContext(resources),
      find,
    ),
    [ids.allowSkill]: aboutResources(
      needs,
      '',
      async ([file]) => file && allowSkill(file, needs, () => actions.open([file])),
      () => {
        needs.look.wake();
        return pickSkill(needs);
      },
    ),
    [ids.attach]: aboutResources(
      needs,
      l10n.t('Select MCP Resources to Attach'),
      (resources) => actions.attachRows(resources),
      find,
    ),
    [ids.attachSelection]: () => attachSelection(needs, attaching),
    [ids.copyContent]: aboutResources(needs, l10n.t('Select MCP Resources to Copy'), (resources) =>
      actions.copyContents(resources),
    ),
    [ids.copyUri]: aboutResources(needs, '', (resources) => actions.copyUris(resources)),
    [ids.copyUriTemplate]: (targets) => copyTemplates(targets, needs.core.templates),
    [ids.open]: aboutResources(
      needs,
      l10n.t('Select MCP Resources to Open'),
      (resources, manner) => actions.open(resources, manner),
      find,
    ),
    [ids.save]: aboutResources(needs, l10n.t('Select MCP Resources to Save'), (resources) => actions.save(resources)),
    [ids.stopAllowingSkill]: aboutResources(needs, '', (skills) => stopAllowingSkills(skills, needs)),
  };
}

async function copyTemplates(targets: readonly TemplateTarget[], templates: TemplateCatalog): Promise<void> {
  const texts = targets.flatMap((target) => templateAt(target, templates)?.template.uriTemplate ?? []);
  if (texts.length === 0) return;
  await env.clipboard.writeText(texts.join('\n'));
  window.setStatusBarMessage(l10n.t('Copied to the clipboard'), 3_000);
}

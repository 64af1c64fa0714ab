import * as l10n from '@vscode/l10n';
import { commands, env, window } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { SearchQuery } from '../../shared/protocol';
import type { TemplateCatalog, TemplateEntry } from '../../core/catalog/templates';
import type { PickedResource } from '../../core/context/contextSet';
import type { PinnedAndRecent } from '../../core/panel/pinnedAndRecent';
import type { SavedResources } from '../../core/templates/savedResources';
import { displayName } from '../../core/resource/displayName';
import type { CommandsAbout, OpenManner, Target, TemplateTarget } from '../base/commandMap';
import { commands as ids, views } from '../base/ids';
import type { HostLogger } from '../base/log';
import { resourcesOf, toPicked } from '../content/commandArguments';
import { ownResources, type ShowParts } from '../content/showFirst';
import type { Attaching } from '../actions/attaching';
import type { QuickAttach } from '../actions/quickAttach';
import { hasSearchView } from '../base/hasSearchView';
import { registerForRows, registerGuarded } from '../base/registerGuarded';
import type { ResourceActions } from '../actions/resourceActions';
import type { ResourceTree } from '../tree/resourceTree';
import type { SearchEditor } from '../panel/searchEditor';
import type { SearchPanel } from '../panel/searchPanel';
import { attachSelection } from './attachSelection';
import { showInformation } from '../base/tell';
import type { VirtualFiles } from '../content/virtualFiles';

export interface ResourceCommandParts extends ShowParts {
  readonly files: VirtualFiles;
  /** Rows that a key pressed in a view applies to, by the view's id. */
  readonly rowsForKey: (view: string | undefined) => Promise<readonly Target[]>;
  readonly actions: Pick<ResourceActions, 'attach' | 'addToContext' | 'open' | 'copyUris' | 'copyContents' | 'save'>;
  readonly onTop: Pick<PinnedAndRecent, 'pin' | 'unpin'>;
  readonly tree: Pick<ResourceTree, 'keepPlace'>;
  readonly panel: Pick<SearchPanel, 'show' | 'type' | 'isVisible'>;
  readonly editor: Pick<SearchEditor, 'show' | 'open' | 'isActive'>;
  readonly attaching: Pick<Attaching, 'attachExcerpts'>;
  /** The query of the panel. */
  readonly query: () => SearchQuery;
  /** Searches in the panel; without a text, goes to its search box. */
  readonly search: (text: string | undefined) => Promise<void>;
  /** Shows the first of them in the tree. */
  readonly reveal: (resources: readonly PickedResource[]) => Promise<void>;
  readonly quickAttach: Pick<QuickAttach, 'pick'>;
  readonly templates: TemplateCatalog;
  /** Asks for a template, and has its form opened in the page where the window shows one. */
  readonly openFromTemplate: (showInPage: (entry: TemplateEntry) => Promise<void>) => Promise<void>;
  readonly saved: SavedResources;
  readonly wake: () => void;
  readonly log: HostLogger;
}

/** Registers the commands about resources. Each works from every view and, where that makes sense, from the Command Palette. */
export function registerResourceCommands(parts: ResourceCommandParts): Disposable {
  const store = new DisposableStore();
  const { actions } = parts;
  const find = async (title: string): Promise<readonly PickedResource[]> => {
    parts.wake();
    return (await parts.quickAttach.pick(title)).map(toPicked);
  };
  /** @param find asks for resources where the command is given none */
  const about = (
    id: CommandsAbout<'resources' | 'ownResources'>,
    title: string,
    run: (resources: readonly PickedResource[], manner: OpenManner | undefined) => Promise<unknown>,
    find?: (title: string) => Promise<readonly PickedResource[]>,
  ): Disposable =>
    store.add(
      registerForRows(
        id,
        async ({ targets, key, manner, isProven }) => {
          const rows = key ? await parts.rowsForKey(key.view) : targets;
          const given = await ownResources({ targets: rows, isProven }, title, parts);
          if (!given) return;
          const found = given.length > 0 || key ? given : ((await find?.(title)) ?? []);
          if (found.length > 0) await run(found, manner);
          else if (!find) void showInformation(l10n.t('Select a resource in a view first.'));
        },
        parts.log,
      ),
    );

  about(ids.attach, l10n.t('Select MCP Resources to Attach'), (resources) => actions.attach(resources), find);
  about(
    ids.addToContext,
    l10n.t('Select MCP Resources to Add to Context'),
    (resources) => actions.addToContext(resources),
    find,
  );
  about(ids.open, l10n.t('Select MCP Resources to Open'), actions.open.bind(actions), find);
  about(ids.pin, '', (resources) => parts.onTop.pin(resources));
  about(ids.unpin, '', (resources) => parts.onTop.unpin(resources));
  about(ids.copyUri, '', (resources) => actions.copyUris(resources));
  about(ids.copyContent, l10n.t('Select MCP Resources to Copy'), (resources) => actions.copyContents(resources));
  about(ids.save, l10n.t('Select MCP Resources to Save'), (resources) => actions.save(resources));
  about(ids.reveal, l10n.t('Select an MCP Resource to Show in Tree'), parts.reveal);
  about(ids.preview, l10n.t('Select an MCP Resource to Preview'), (resources) => preview(resources, parts));
  store.add(registerGuarded(ids.attachSelection, () => attachSelection(parts, parts.attaching), parts.log));
  store.add(registerTemplateCommands(parts));
  store.add(registerGuarded(ids.search, parts.search, parts.log));
  store.add(registerGuarded(ids.typeInSearch, (text) => parts.panel.type(text), parts.log));
  store.add(registerGuarded(ids.openSearchInEditor, () => openInEditor(parts), parts.log));
  return store;
}

function registerTemplateCommands(parts: ResourceCommandParts): Disposable {
  const store = new DisposableStore();
  const { templates, openFromTemplate, saved, wake, log } = parts;
  const find = (target: TemplateTarget): TemplateEntry | undefined =>
    target.kind === 'panel' ? templates.byId(target.id) : templates.find(target.serverId, target.uriTemplate);
  const show = (entry: TemplateEntry, isFound: boolean): Promise<void> =>
    showInPage({ kind: 'template', id: templates.idOf(entry), title: displayName(entry.template) }, isFound, parts);
  const fillIn = async (target?: TemplateTarget): Promise<void> => {
    wake();
    const entry = target && find(target);
    if (entry) await show(entry, false);
    else await openFromTemplate((chosen) => show(chosen, true));
  };
  store.add(registerForRows(ids.fillInTemplate, fillIn, log));
  store.add(registerForRows(ids.openFromTemplate, () => fillIn(), log));
  const copy = async (targets: readonly TemplateTarget[]): Promise<void> => {
    const texts = targets.flatMap((target) => find(target)?.template.uriTemplate ?? []);
    if (texts.length === 0) return;
    await env.clipboard.writeText(texts.join('\n'));
    window.setStatusBarMessage(l10n.t('Copied to the clipboard'), 3_000);
  };
  store.add(registerForRows(ids.copyUriTemplate, copy, log));
  const forget = async (targets: readonly Target[]): Promise<void> => {
    const given = resourcesOf(targets, parts);
    await parts.tree.keepPlace(given, () => saved.forget(given));
  };
  store.add(registerForRows(ids.forgetResource, ({ targets }) => forget(targets), log));
  return store;
}

/** Shown in the search page, which has resources that are listed, or built from a template and saved. */
async function preview([first]: readonly PickedResource[], parts: ResourceCommandParts): Promise<void> {
  if (!first) return;
  const entry = parts.catalog.find(first.serverId, first.uri);
  if (entry) await showInPage({ kind: 'resource', id: entry.id, title: displayName(entry.resource) }, false, parts);
  else
    void showInformation(
      l10n.t(
        'Couldn’t preview “{0}”, because the server doesn’t currently list it. Open the resource instead.',
        displayName(first),
      ),
    );
}

/** Opens a preview or a form in the page that the user looks at. For what was found in a quick pick, a view that is closed stays closed. */
async function showInPage(
  row: Parameters<SearchPanel['show']>[0],
  isFound: boolean,
  { panel, editor, query }: ResourceCommandParts,
): Promise<void> {
  const isInEditor = editor.isActive || (isFound && !panel.isVisible) || !(await hasSearchView());
  if (isInEditor && !editor.isActive) editor.open(query());
  if (isInEditor) editor.show(row);
  else {
    await commands.executeCommand(`${views.search}.focus`);
    panel.show(row);
  }
}

function openInEditor({ wake, editor, query }: ResourceCommandParts): void {
  wake();
  editor.open(query());
}

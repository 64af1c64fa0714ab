import * as l10n from '@vscode/l10n';
import { commands, env, window } from 'vscode';
import type { SearchQuery } from '../../shared/protocol';
import { emptyQuery } from '../../shared/searchQuery';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Logger } from '../../core/base/ports';
import type { Catalog } from '../../core/catalog/catalog';
import type { TemplateCatalog } from '../../core/catalog/templates';
import type { Connections } from '../../core/connection/connections';
import type { ResourceAddress } from '../../core/resource/address';
import type { ContextSet, PickedResource } from '../../core/context/contextSet';
import type { KeptResources } from '../../core/templates/keptResources';
import { displayName } from '../../core/resource/displayName';
import { isOfPanel, isSelection, resourcesOf, templateOf, toPicked } from '../content/commandArguments';
import { commands as ids, views } from '../base/ids';
import { plainText } from '../base/plainText';
import type { QuickAttach } from '../actions/quickAttach';
import { registerForRows, registerGuarded } from '../base/registerGuarded';
import type { ResourceActions } from '../actions/resourceActions';
import type { ResourceTree } from '../tree/resourceTree';
import { revealResource } from '../tree/revealResource';
import type { SearchPanel } from '../panel/searchPanel';
import type { TemplateForm } from '../templates/templateForm';
import { showInformation } from '../base/tell';
import type { VirtualFiles } from '../content/virtualFiles';

export interface ResourceCommandParts {
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly picked: ContextSet;
  readonly files: VirtualFiles;
  /** Rows that a key pressed in a view applies to, by the view's id. */
  readonly rowsForKey: (view: unknown) => Promise<readonly unknown[]>;
  readonly actions: Pick<ResourceActions, 'attach' | 'open' | 'copyUris' | 'copyContents' | 'save'>;
  readonly tree: Pick<ResourceTree, 'reveal' | 'keepPlace'>;
  readonly panel: Pick<SearchPanel, 'focus' | 'search' | 'show'>;
  /** The panel's query. */
  readonly currentQuery: () => SearchQuery;
  readonly quickAttach: Pick<QuickAttach, 'pick'>;
  readonly templates: TemplateCatalog;
  readonly templateForm: Pick<TemplateForm, 'open'>;
  readonly kept: KeptResources;
  readonly wake: () => void;
  readonly log: Logger;
}

/** Registers the commands about resources. Each works from every view and, where that makes sense, from the Command Palette. */
export function registerResourceCommands(parts: ResourceCommandParts): Disposable {
  const store = new DisposableStore();
  const { actions } = parts;
  const register = (id: string, run: (...args: unknown[]) => unknown): void => {
    store.add(registerGuarded(id, run, parts.log));
  };
  const registerAbout = (id: string, run: (...args: unknown[]) => unknown): void => {
    store.add(registerForRows(id, run, parts.log));
  };
  const find = async (title: string): Promise<readonly PickedResource[]> => {
    parts.wake();
    return (await parts.quickAttach.pick(title)).map(toPicked);
  };
  /** A command about resources, which asks for them when it is given none. */
  const aboutPicked = (
    id: string,
    title: string,
    run: (resources: readonly PickedResource[]) => Promise<unknown>,
  ): void =>
    registerAbout(id, async (first, selection) => {
      const isKey = isSelection(first);
      const given = resourcesOf(first, isKey ? await parts.rowsForKey(first.selectedIn) : selection, parts);
      if (given.length > 0 || !isKey) await run(given.length > 0 ? given : await find(title));
    });

  aboutPicked(ids.attach, l10n.t('Attach MCP Resources to Chat'), (resources) => actions.attach(resources));
  aboutPicked(ids.open, l10n.t('Open MCP Resources'), (resources) => actions.open(resources));
  aboutPicked(ids.copyUri, l10n.t('Copy the URIs of MCP Resources'), (resources) => actions.copyUris(resources));
  aboutPicked(ids.copyContent, l10n.t('Copy the Content of MCP Resources'), (resources) =>
    actions.copyContents(resources),
  );
  aboutPicked(ids.save, l10n.t('Save MCP Resources'), (resources) => actions.save(resources));
  aboutPicked(ids.reveal, l10n.t('Show an MCP Resource in the Tree'), (resources) =>
    revealResource(resources, parts.catalog, parts.tree),
  );
  aboutPicked(ids.preview, l10n.t('Preview an MCP Resource'), (resources) => preview(resources, parts));
  registerTemplateCommands(registerAbout, parts);
  register(ids.search, (text) => search(text, parts));
  register(ids.refresh, () => {
    parts.connections.startAll();
    for (const connection of parts.connections.all) connection.refreshList();
  });
  return store;
}

function registerTemplateCommands(
  register: (id: string, run: (...args: unknown[]) => unknown) => void,
  parts: ResourceCommandParts,
): void {
  const { templates, templateForm, kept, wake } = parts;
  const fillIn = async (first?: unknown): Promise<void> => {
    wake();
    const entry = templateOf(first, templates);
    if (entry && isOfPanel(first))
      parts.panel.show({ kind: 'template', id: templates.idOf(entry), title: displayName(entry.template) });
    else await templateForm.open(entry);
  };
  register(ids.fillInTemplate, fillIn);
  register(ids.openFromTemplate, () => fillIn());
  register(ids.copyUriTemplate, async (first, selection) => {
    const rows: unknown[] = Array.isArray(selection) && selection.length > 0 ? selection : [first];
    const texts = rows.flatMap((row) => templateOf(row, templates)?.template.uriTemplate ?? []);
    if (texts.length === 0) return;
    await env.clipboard.writeText(texts.join('\n'));
    window.setStatusBarMessage(l10n.t('URI template copied'), 3_000);
  });
  register(ids.forgetResource, async (first, selection) => {
    const given = resourcesOf(first, selection, parts);
    if (given.length > 0) await parts.tree.keepPlace(given, () => kept.forget(given));
    else await kept.forget(await pickFromKept(kept));
  });
}

async function pickFromKept({ items }: KeptResources): Promise<readonly ResourceAddress[]> {
  if (items.length === 0) {
    void showInformation(l10n.t('Nothing is kept yet. Open a resource from a template first.'));
    return [];
  }
  const rows = items.map((resource) => ({
    label: plainText(resource.name),
    description: plainText(resource.uri),
    resource,
  }));
  const options = { canPickMany: true, title: l10n.t('Forget Kept Resources'), matchOnDescription: true } as const;
  const chosen = await window.showQuickPick(rows, options);
  return chosen?.map(({ resource }) => resource) ?? [];
}

/** Replaces the whole query but its order: the panel's filters could hide matches of `text`. */
async function search(text: unknown, { panel, currentQuery }: ResourceCommandParts): Promise<void> {
  await commands.executeCommand(`${views.search}.focus`);
  if (typeof text === 'string') panel.search({ ...emptyQuery, text, sort: currentQuery().sort });
  else panel.focus();
}

/** Shown in the search panel, which has resources that are listed, or built from a template and saved. */
async function preview([first]: readonly PickedResource[], { catalog, panel }: ResourceCommandParts): Promise<void> {
  if (!first) return;
  const entry = catalog.find(first.serverId, first.uri);
  if (!entry) {
    void showInformation(
      l10n.t('“{0}” cannot be previewed: its server does not list it now. Open it instead.', displayName(first)),
    );
    return;
  }
  await commands.executeCommand(`${views.search}.focus`);
  panel.show({ kind: 'resource', id: entry.id, title: displayName(entry.resource) });
}

// Arguments of every command: both those that our own rows, lenses and buttons pass, and those that a command receives.
import type { Command, Uri } from 'vscode';
import type { TemplateEntry } from '../../core/catalog/templates';
import type { PickedResource } from '../../core/context/contextSet';
import type { Places } from '../../core/search/hiddenPlaces';
import type { SearchPlace } from '../../core/tree/searchText';
import type { argumentKinds, commands } from './manifest/commandIds';
import { proofOf } from './proofs';

/** A special way to open a resource. `glance`: in a preview tab, and the focus stays · `pinned`: in a tab that stays open. */
export type OpenManner = 'glance' | 'pinned';

/** A row, or a value in place of one, that a command about resources applies to. */
export type Target =
  | { readonly kind: 'file'; readonly uri: Uri }
  /** Ids of the catalog. */
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'resources'; readonly resources: readonly PickedResource[] };

/** The row under the pointer with those selected with it, or a key press, which applies to rows that only its view knows. */
export interface ChosenRows {
  readonly targets: readonly Target[];
  /** Set for a key press. `view`: the view's id, where the key binding names one. */
  readonly key: { readonly view: string | undefined } | undefined;
  /** Given by a row. */
  readonly manner: OpenManner | undefined;
  /** False if other extensions or a model may have given the targets: they are shown to the user first. */
  readonly isProven: boolean;
}

/** A whole document as a text, for which a lens stands, or the file of an editor's menu; without either, the active editor counts. */
export interface ChosenDocument extends Pick<ChosenRows, 'isProven'> {
  readonly document: string | Uri | undefined;
}

/** A template, of the search panel or of any other place. */
export type TemplateTarget =
  | { readonly kind: 'panel'; readonly id: number }
  | { readonly kind: 'row'; readonly serverId: string; readonly uriTemplate: string };

/** A server's configuration, or a place in a file. Lines are zero-based. */
export type ConfigurationTarget =
  | { readonly kind: 'server'; readonly serverId: string }
  | { readonly kind: 'file'; readonly file: string; readonly line: number };

/**
 * Kinds of arguments, and what each may do when it does not come from this window: any extension can run a command, and so can a model
 * (`run_vscode_command`). Nothing may be read, attached or become readable for models before the user has seen it; to change what is shown, to
 * copy a URI or to take away needs no proof.
 *
 * - `nothing`: a command that needs a choice asks for it. *Attach Context* first shows what only sets put there.
 * - `resources`: harmless commands, which act on any.
 * - `ownResources`: of a row, a link, a button or the menu of this window, or open in a tab. Handlers show others first, by `ownResources` of
 *   `content/showFirst.ts`.
 * - `document`: what it mentions is shown first, unless a lens names it.
 * - `servers`: servers start only as far as the user allowed it, and letting models read asks each time.
 *
 * The rows selected in our views count as the user's: to move a selection, a command has to press keys (`list.select`), and those can
 * answer any question of VS Code as well.
 *
 * `passed`: what our own code gives to VS Code for a row, a lens or a button · `received`: what the command gets of
 * it, and of anything else that menus, keys and other extensions pass, see {@link narrowArguments}.
 */
export interface ArgumentKinds {
  nothing: { passed: []; received: undefined };
  resources: { passed: [about?: Uri | { readonly resources: readonly PickedResource[] }]; received: ChosenRows };
  ownResources: { passed: ArgumentKinds['resources']['passed']; received: ChosenRows };
  template: { passed: [about: { readonly entry: TemplateEntry }]; received: TemplateTarget | undefined };
  templates: { passed: []; received: readonly TemplateTarget[] };
  /** Ids of servers; without any, the command asks. */
  servers: { passed: [about: { readonly serverId: string }]; received: readonly string[] };
  /** Groups of the tree, and servers. */
  places: { passed: []; received: Places };
  configuration: {
    passed: [
      about?: { readonly serverId: string } | { readonly file: string | undefined; readonly line: number | undefined },
    ];
    received: ConfigurationTarget | undefined;
  };
  /** `ids`: of what is known below a folder. */
  searchPlace: { passed: []; received: SearchPlace & { readonly ids: readonly number[] } };
  text: { passed: [text?: string]; received: string | undefined };
  /** The value of a fact about a server. */
  fact: { passed: []; received: string | undefined };
  document: { passed: [document: string]; received: ChosenDocument };
}

export type ArgumentKind = keyof ArgumentKinds;
export type CommandId = (typeof commands)[keyof typeof commands];
/** The argument that a command receives. */
export type ArgumentOf<Id extends CommandId> = ArgumentKinds[(typeof argumentKinds)[Id]]['received'];
/** A command as a link that an editor follows, with its proof; in Markdown a parenthesis would end it. */
export function commandUri<Id extends CommandId>(
  command: Id,
  ...args: ArgumentKinds[(typeof argumentKinds)[Id]]['passed']
): string {
  const written = encodeURIComponent(JSON.stringify([...args, proofOf(command, args)])).replace(/[()]/gu, (sign) =>
    sign === '(' ? '%28' : '%29',
  );
  return `command:${command}?${written}`;
}

/** A command of ours for a row, a lens or a button, which VS Code runs. Our own code calls functions instead. */
export function commandFor<Id extends CommandId>(
  command: Id,
  title: string,
  ...args: ArgumentKinds[(typeof argumentKinds)[Id]]['passed']
): Command {
  return { title, command, ...(args.length > 0 && { arguments: args }) };
}

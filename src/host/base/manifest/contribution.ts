// Shape of each room's `contributes.ts`: what VS Code knows of the room before the extension runs. `npm run manifest` makes of them the
// `contributes` of package.json, its texts in both languages, and `contributed.ts`. None of this is in the extension.
import type { ConnectionState } from '../../../core/connection/connectionState';
import type { ArgumentKind } from '../commandMap';
import { contextKeys, enterIn, rowKinds, views, type commands } from '../ids';

type View = (typeof views)[keyof typeof views];
type RowKind = (typeof rowKinds)[keyof typeof rowKinds];

/** A text that users see, in English and Chinese. */
export type Text = readonly [english: string, chinese: string];

/** A text in a part that is written as in package.json, which gets its key in place of it. */
export interface KeyedText {
  readonly nlsKey: string;
  readonly text: Text;
}

export interface MenuEntry {
  /** VS Code's id of the menu. */
  readonly menu: string;
  readonly group: string;
  readonly when?: string;
}

export interface Key {
  readonly key: string;
  /** Default: the same with Cmd in place of Ctrl. */
  readonly mac?: string;
  readonly when?: string;
  readonly args?: unknown;
}

export interface CommandContribution {
  readonly title: Text;
  /** Default: `nothing`. */
  readonly arguments?: ArgumentKind;
  /** Name of a codicon. */
  readonly icon?: string;
  /** A `when` clause, or `always`. Default: where there may be servers. */
  readonly enablement?: string;
  /** When the Command Palette offers it: a `when` clause, or never. Default: whenever it is enabled. */
  readonly palette?: string | false;
  readonly menus?: readonly MenuEntry[];
  readonly keys?: readonly Key[];
}

export interface SettingContribution {
  /** Id without `mcpResources.`. */
  readonly id: string;
  /** In Markdown. */
  readonly description: Text;
  /** Values to choose from, with a description each. */
  readonly choices?: Readonly<Record<string, Text>>;
  /** As in package.json; without type and values where there are `choices`. */
  readonly schema: Readonly<Record<string, unknown>> & { readonly default: unknown };
  readonly examples?: readonly unknown[];
  /** Default: `window`. */
  readonly scope?: 'machine';
}

/** A titled section of the settings, with its place among the sections, from 1. */
export interface SettingsSection {
  readonly name: string;
  readonly title: Text;
  readonly order: number;
  /** By their names in the code. */
  readonly settings: Readonly<Record<string, SettingContribution>>;
}

export interface Contribution {
  /** By their names: ids without `mcpResources.`. */
  readonly commands?: Readonly<Record<string, CommandContribution>>;
  readonly settings?: readonly SettingsSection[];
  /** Other contribution points, as in package.json; arrays of several rooms are joined. */
  readonly points?: Readonly<Record<string, unknown>>;
  /** Texts of the rest of package.json. */
  readonly texts?: readonly KeyedText[];
}

/** Before the configuration was read, there may be. */
export const mayHaveServers = `${contextKeys.hasServers} || !${contextKeys.isReady}`;

/** The views with rows of resources. */
export const resourceViews = [views.resources, views.context] as const;

/** Rows of resources in *Resources*. */
export const resourceRows = rowsOf(views.resources, /^(resource|skill)(\.|$)/);

export function text(nlsKey: string, english: string, chinese: string): KeyedText {
  return { nlsKey, text: [english, chinese] };
}

/** Id of a command. */
export function idOf(name: keyof typeof commands): string {
  return `mcpResources.${name}`;
}

/** An entry in the menu of rows, or an icon at their end. @param places clauses, of which one has to hold, see {@link rowsOf} */
export function onRow(group: string, ...places: readonly string[]): MenuEntry {
  const [first = '', ...furtherPlaces] = places;
  return {
    menu: 'view/item/context',
    group,
    when: furtherPlaces.length === 0 ? first : places.map((place) => `(${place})`).join(' || '),
  };
}

/** The clause for rows of views, by their kinds. */
export function rowsOf(view: View | readonly View[], kinds: RowKind | RegExp): string {
  const names = typeof view === 'string' ? '' : view.map((id) => id.replace('mcpResources.', '')).join('|');
  const inView = typeof view === 'string' ? `view == ${view}` : `view =~ /^mcpResources\\.(${names})$/`;
  return `${inView} && viewItem ${typeof kinds === 'string' ? '==' : '=~'} ${String(kinds)}`;
}

/** The clause for the rows of servers in these states. */
export function serversIn(...states: readonly (ConnectionState['kind'] | 'signedIn')[]): string {
  return rowsOf(views.servers, new RegExp(`^${rowKinds.server}\\.(${states.join('|')})\\b`));
}

/** An entry in the title of a view, or an icon there. @param isMet a further clause */
export function inTitle(group: string, view: View, isMet?: string): MenuEntry {
  return { menu: 'view/title', group, when: `view == ${view}${andAlso(isMet)}` };
}

/** An entry in the menu of a row of the search page. @param isMet a further clause */
export function onFoundRow(group: string, isMet?: string): MenuEntry {
  const when = `webviewId =~ /^mcpResources\\.search/ && webviewSection == 'resource'${andAlso(isMet)}`;
  return { menu: 'webview/context', group, when };
}

/** A key for the rows selected in a view. */
export function inList(view: View, key: string, mac?: string): Key {
  return { key, ...(mac !== undefined && { mac }), when: listHasFocus(view), args: { selectedIn: view } };
}

export function listHasFocus(view: View): string {
  return `focusedView == '${view}' && listFocus && !inputFocus`;
}

/** Enter in a view, whose own command runs before VS Code's. */
export function enterKey(view: View): unknown {
  return {
    command: 'runCommands',
    key: 'enter',
    mac: 'enter',
    when: `${listHasFocus(view)} && !treestickyScrollFocused`,
    args: { commands: [enterIn(view), 'list.select', { command: enterIn(view), args: true }] },
  };
}

function andAlso(clause: string | undefined): string {
  return clause === undefined ? '' : ` && ${clause}`;
}

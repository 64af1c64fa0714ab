import type * as vscode from 'vscode';
import { EventEmitter } from './events';
import { Selection } from './positions';
import { unexpected } from './unexpected';
import { workspace } from './workspace';

export class FakeTextEditor implements vscode.TextEditor {
  /** The first is the primary selection. */
  selections: readonly vscode.Selection[] = [new Selection(0, 0, 0, 0)];
  readonly visibleRanges: readonly vscode.Range[] = [];
  options: vscode.TextEditorOptions = {};
  viewColumn: vscode.ViewColumn | undefined = 1;

  constructor(readonly document: vscode.TextDocument) {}

  get selection(): vscode.Selection {
    return this.selections[0] ?? new Selection(0, 0, 0, 0);
  }
  set selection(selection: vscode.Selection) {
    this.selections = [selection];
  }

  setDecorations(): never {
    throw unexpected('The fake of VS Code has no TextEditor.setDecorations.');
  }
  edit(): never {
    throw unexpected('The fake of VS Code has no TextEditor.edit.');
  }
  insertSnippet(): never {
    throw unexpected('The fake of VS Code has no TextEditor.insertSnippet.');
  }
  revealRange(): never {
    throw unexpected('The fake of VS Code has no TextEditor.revealRange.');
  }
  show(): never {
    throw unexpected('The fake of VS Code has no TextEditor.show.');
  }
  hide(): never {
    throw unexpected('The fake of VS Code has no TextEditor.hide.');
  }
}

/** A tab stays the same object while it is open, as VS Code's does. */
class FakeTab implements vscode.Tab {
  isActive = true;
  readonly isDirty = false;
  readonly isPinned = false;
  readonly isPreview = false;

  constructor(
    readonly group: TabGroup,
    readonly input: unknown,
    readonly label: string,
  ) {}
}

class TabGroup implements vscode.TabGroup {
  tabs: FakeTab[] = [];

  constructor(readonly viewColumn: vscode.ViewColumn) {}

  get isActive(): boolean {
    return this.viewColumn === state.activeColumn;
  }
  get activeTab(): vscode.Tab | undefined {
    return this.tabs.find(({ isActive }) => isActive);
  }
}

/** The arguments of `showTextDocument` that tests compare. */
export interface Shown {
  readonly uri: string;
  readonly options: vscode.TextDocumentShowOptions;
}

const shown: Shown[] = [];
const state = {
  active: undefined as FakeTextEditor | undefined,
  visible: [] as FakeTextEditor[],
  groups: [] as TabGroup[],
  activeColumn: 1,
};
const didChangeVisible = new EventEmitter<readonly vscode.TextEditor[]>();
const didChangeTabs = new EventEmitter<vscode.TabChangeEvent>();
const didChangeGroups = new EventEmitter<vscode.TabGroupChangeEvent>();

function activate(editor: FakeTextEditor): FakeTextEditor {
  state.active = editor;
  state.visible = [editor];
  didChangeVisible.fire(state.visible);
  return editor;
}

/** For the test: editors and tabs. */
export const editors = {
  /** The documents that the extension showed, oldest first. */
  shown,

  /** Makes a document the only visible one, with the keyboard at the selection. */
  show(document: vscode.TextDocument, selection?: vscode.Selection): FakeTextEditor {
    const editor = new FakeTextEditor(document);
    if (selection) editor.selection = selection;
    return activate(editor);
  },

  /** Closes all editors, as the user does. */
  closeAll(): void {
    state.active = undefined;
    state.visible = [];
    didChangeVisible.fire([]);
  },

  /** Opens a tab as the user does, in the first group by default. */
  openTab(input: unknown, column: vscode.ViewColumn = 1, label = ''): vscode.Tab {
    const group = state.groups.find(({ viewColumn }) => viewColumn === column) ?? new TabGroup(column);
    if (!state.groups.includes(group)) state.groups.push(group);
    const tab = new FakeTab(group, input, label);
    for (const other of group.tabs) other.isActive = false;
    group.tabs.push(tab);
    didChangeTabs.fire({ opened: [tab], closed: [], changed: [] });
    return tab;
  },

  /** Goes to a group, as the user does. */
  focusGroup(column: vscode.ViewColumn): void {
    state.activeColumn = column;
    didChangeGroups.fire({ opened: [], closed: [], changed: [tabGroups.activeTabGroup] });
  },

  /** Closes tabs, as the user does. */
  closeTabs(...closed: readonly vscode.Tab[]): void {
    const inputs = new Set(closed.map(({ input }) => input));
    for (const group of state.groups) group.tabs = group.tabs.filter(({ input }) => !inputs.has(input));
    didChangeTabs.fire({ opened: [], closed, changed: [] });
  },

  get tabListenerCount(): number {
    return didChangeTabs.listenerCount;
  },

  reset(): void {
    shown.length = 0;
    Object.assign(state, { active: undefined, visible: [], groups: [new TabGroup(1)], activeColumn: 1 });
    for (const emitter of [didChangeVisible, didChangeTabs, didChangeGroups]) emitter.removeAll();
  },
};

async function showTextDocument(
  given: vscode.Uri | vscode.TextDocument,
  columnOrOptions: vscode.ViewColumn | vscode.TextDocumentShowOptions = {},
): Promise<FakeTextEditor> {
  const options = typeof columnOrOptions === 'number' ? { viewColumn: columnOrOptions } : columnOrOptions;
  const isDocument = 'languageId' in given;
  shown.push({ uri: (isDocument ? given.uri : given).toString(), options });
  const document = isDocument ? given : await workspace.openTextDocument(given);
  const editor = new FakeTextEditor(document);
  const { selection } = options;
  if (selection) editor.selection = new Selection(selection.start, selection.end);
  return activate(editor);
}

const tabGroups = {
  get all(): readonly vscode.TabGroup[] {
    return state.groups;
  },
  get activeTabGroup(): vscode.TabGroup {
    return state.groups.find(({ isActive }) => isActive) ?? new TabGroup(1);
  },
  onDidChangeTabs: didChangeTabs.event,
  onDidChangeTabGroups: didChangeGroups.event,
  close(given): Promise<boolean> {
    const tabs = [given].flat().flatMap((one) => ('tabs' in one ? one.tabs : one));
    editors.closeTabs(...tabs);
    return Promise.resolve(true);
  },
} satisfies vscode.TabGroups;

export const windowEditors = {
  get activeTextEditor(): vscode.TextEditor | undefined {
    return state.active;
  },
  get visibleTextEditors(): readonly vscode.TextEditor[] {
    return state.visible;
  },
  tabGroups,
  showTextDocument,
  onDidChangeVisibleTextEditors: didChangeVisible.event,
} satisfies Partial<typeof vscode.window>;

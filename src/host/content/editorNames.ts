import { extensions, languages, Uri, workspace, type TextDocument } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { virtualScheme } from '../../core/content/virtualScheme';
import { isFields, type Fields } from '../../core/base/values';

/** Editors that extensions contribute, with the ending under which a text opens in the text editor instead. */
const kinds = [
  { key: 'notebooks', ending: '.json' },
  { key: 'customEditors', ending: '.txt' },
] as const;

/** The setting that gives editors to names; a user's own is the user's. */
const associations = 'workbench.editorAssociations';

/**
 * Names of files that a notebook or a custom editor opens by default, or an editor that the workspace names. Such editors run what is in their files, and VS Code chooses them by the name
 * alone, so a server could have its script run by a click on its resource.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/services/editor/common/editorResolverService.ts (globMatchesResource)
 */
export class EditorNames implements Disposable {
  #patterns: readonly { readonly pattern: string; readonly ending: string }[] | undefined;
  readonly #changes = new DisposableStore();

  constructor() {
    const forget = (): void => void (this.#patterns = undefined);
    this.#changes.add(extensions.onDidChange(forget));
    this.#changes.add(
      workspace.onDidChangeConfiguration((change) => change.affectsConfiguration(associations) && forget()),
    );
  }

  /** The name, or a path that ends with it, with an ending that no such editor opens. */
  readonly guard = (name: string): string =>
    // One ending can be that of another editor.
    this.#guardOnce(this.#guardOnce(name));

  dispose(): void {
    this.#changes.dispose();
  }

  #guardOnce(name: string): string {
    this.#patterns ??= [...extensions.all.flatMap(({ packageJSON }) => patternsOf(packageJSON)), ...ofWorkspace()];
    const document = { uri: Uri.from({ scheme: virtualScheme, path: `/${name.toLowerCase()}` }), languageId: '' };
    const editor = this.#patterns.find(
      // VS Code's own globs: of a document, they look at its URI and its language alone.
      ({ pattern }) => languages.match({ pattern }, document as TextDocument) > 0,
    );
    return editor ? `${name}${editor.ending}` : name;
  }
}

function patternsOf(manifest: unknown): { readonly pattern: string; readonly ending: string }[] {
  const contributes = isFields(manifest) ? manifest['contributes'] : undefined;
  return kinds.flatMap(({ key, ending }) =>
    fieldsIn(contributes, key)
      .filter(isDefault)
      .flatMap((editor) => fieldsIn(editor, 'selector'))
      .flatMap(({ filenamePattern }) => (typeof filenamePattern === 'string' ? filenamePattern : []))
      .map((pattern) => ({ pattern: globOf(pattern), ending })),
  );
}

function ofWorkspace(): { readonly pattern: string; readonly ending: string }[] {
  const { workspaceValue, workspaceFolderValue } = workspace.getConfiguration().inspect(associations) ?? {};
  return [workspaceValue, workspaceFolderValue]
    .flatMap((value) => (isFields(value) ? Object.entries(value) : []))
    .flatMap(([pattern, editor]) => (editor === 'default' ? [] : { pattern: globOf(pattern), ending: '.txt' }));
}

/** Without a slash, a pattern is about the name alone; no case counts. */
function globOf(pattern: string): string {
  return (pattern.includes('/') ? pattern : `**/${pattern}`).toLowerCase();
}

/** `builtin`, `option` and `explicit` leave a file to the text editor, or to an editor of VS Code's own. */
function isDefault({ priority }: Fields): boolean {
  const priorities = isFields(priority) ? Object.values(priority) : [priority ?? 'default'];
  return priorities.includes('default');
}

function fieldsIn(value: unknown, key: string): readonly Fields[] {
  const list = isFields(value) ? value[key] : undefined;
  return Array.isArray(list) ? list.filter(isFields) : [];
}

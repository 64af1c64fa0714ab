import { extensions, languages, Uri, workspace, type TextDocument } from 'vscode';
import { Owner } from '../../core/base/owner';
import { virtualScheme } from '../../core/content/virtualScheme';
import { isFields, type Fields } from '../../core/base/values';

/** Editors that extensions contribute. */
const kinds = ['notebooks', 'customEditors'] as const;

/** Endings under which a file opens in the text editor, the first one for what most notebooks are. */
const endings = ['.json', '.txt', '.text'];

/** The setting that gives editors to names; a user's own is the user's. */
const associations = 'workbench.editorAssociations';

/**
 * Renames files that a notebook, a custom editor or an editor of the workspace's choice would open. Such editors run what is in their files,
 * and VS Code chooses them by the name alone, so a server could have its script run by a click on its resource.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/services/editor/common/editorResolverService.ts (globMatchesResource)
 */
export class EditorNames extends Owner {
  #globs: readonly string[] | undefined;

  constructor() {
    super();
    const forget = (): void => void (this.#globs = undefined);
    this.owned.add(extensions.onDidChange(forget));
    this.owned.add(
      workspace.onDidChangeConfiguration((change) => change.affectsConfiguration(associations) && forget()),
    );
  }

  /** The name, or a path that ends with it, with an ending that no such editor opens. */
  readonly toSafeName = (name: string): string => {
    if (!this.#isOpenedByEditor(name)) return name;
    const [json, ...otherNames] = endings.map((ending) => `${name}${ending}`);
    const names = /\.ipynb$/iu.test(name) ? [json, ...otherNames] : otherNames;
    return names.find((other) => other !== undefined && !this.#isOpenedByEditor(other)) ?? `${name}.txt`;
  };

  #isOpenedByEditor(name: string): boolean {
    this.#globs ??= [
      ...extensions.all.flatMap(({ packageJSON }) => contributedIn(packageJSON)),
      ...workspacePatterns(),
    ].map(globOf);
    const uri = Uri.from({ scheme: virtualScheme, path: `/${name.toLowerCase()}` });
    // VS Code's own globs: of a document, they look at its URI and its language alone.
    const document = { uri, languageId: '' } as TextDocument;
    return this.#globs.some((pattern) => languages.match({ pattern }, document) > 0);
  }
}

function contributedIn(manifest: unknown): readonly string[] {
  const contributes = isFields(manifest) ? manifest['contributes'] : undefined;
  return kinds
    .flatMap((kind) => fieldsIn(contributes, kind))
    .filter(isDefault)
    .flatMap((editor) => fieldsIn(editor, 'selector'))
    .flatMap(({ filenamePattern }) => (typeof filenamePattern === 'string' ? filenamePattern : []));
}

function workspacePatterns(): readonly string[] {
  const { workspaceValue, workspaceFolderValue } = workspace.getConfiguration().inspect(associations) ?? {};
  return [workspaceValue, workspaceFolderValue]
    .flatMap((value) => (isFields(value) ? Object.entries(value) : []))
    .flatMap(([pattern, editor]) => (editor === 'default' ? [] : pattern));
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

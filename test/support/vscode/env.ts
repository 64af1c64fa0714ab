import type * as vscode from 'vscode';
import { UIKind } from './enums';
import { Disposable, EventEmitter } from './events';
import { globToRegExp } from './globs';
import type { Uri } from './uri';

export interface Surroundings {
  language: string;
  uiKind: vscode.UIKind;
  remoteName: string | undefined;
  /** True when the user allows addresses to be opened. */
  opens: boolean;
  /** Returns the address under which other machines reach a URI. */
  external: (uri: vscode.Uri) => vscode.Uri;
}

const start: Surroundings = {
  language: 'en',
  uiKind: UIKind.Desktop,
  remoteName: undefined,
  opens: true,
  external: (uri) => uri,
};
const state: Surroundings = { ...start };
const opened: string[] = [];
const clipboard = { text: '' };

/** For the test: the environment of VS Code, and the addresses and texts that left it. */
export const envControl = {
  set(change: Partial<Surroundings>): void {
    Object.assign(state, change);
  },

  /** Addresses that were opened in a browser, or refused, oldest first. */
  opened,
  /** The text that was copied last. */
  get copied(): string {
    return clipboard.text;
  },

  reset(): void {
    Object.assign(state, start);
    opened.length = 0;
    clipboard.text = '';
  },
};

export const version = '1.139.1';

export const env = {
  get language(): string {
    return state.language;
  },
  get uiKind(): vscode.UIKind {
    return state.uiKind;
  },
  get remoteName(): string | undefined {
    return state.remoteName;
  },
  uriScheme: 'vscode',
  clipboard: {
    readText: () => Promise.resolve(clipboard.text),
    writeText: (text) => Promise.resolve(void (clipboard.text = text)),
  } as vscode.Clipboard,
  /** Accepts strings too, as VS Code does: a `Uri` would encode them again. */
  openExternal(target: vscode.Uri): Promise<boolean> {
    opened.push(typeof target === 'string' ? target : target.toString());
    return Promise.resolve(state.opens);
  },
  asExternalUri(uri: vscode.Uri): Promise<vscode.Uri> {
    return Promise.resolve(state.external(uri));
  },
} satisfies Partial<typeof vscode.env>;

interface Filter {
  readonly scheme?: string;
  readonly language?: string;
  readonly pattern?: vscode.GlobPattern;
}

function score(filter: string | Filter, { uri, languageId }: vscode.TextDocument): number {
  const { scheme, language, pattern }: Filter = typeof filter === 'string' ? { language: filter } : filter;
  const isMatch = typeof pattern === 'string' && globToRegExp(pattern).test(uri.path);
  const scores = [
    [scheme, uri.scheme],
    [language, languageId],
    [pattern, isMatch ? pattern : undefined],
  ].map(([wanted, own]) => (wanted === undefined ? -1 : wanted === own ? 10 : wanted === '*' ? 5 : 0));
  return scores.includes(0) ? 0 : Math.max(...scores, 0);
}

const linkProviders = new Set<vscode.DocumentLinkProvider>();
const lensProviders = new Set<vscode.CodeLensProvider>();

/** For the test: the registered providers. */
export const languagesControl = {
  linkProviders: linkProviders as ReadonlySet<vscode.DocumentLinkProvider>,
  lensProviders: lensProviders as ReadonlySet<vscode.CodeLensProvider>,
  reset: (): void => {
    linkProviders.clear();
    lensProviders.clear();
  },
};

export const languages = {
  /** Based on https://github.com/microsoft/vscode/blob/1.139.1/src/vs/editor/common/languageSelector.ts, without relative patterns. */
  match(selector: vscode.DocumentSelector, document: vscode.TextDocument): number {
    return Math.max(0, ...[selector].flat().map((filter) => score(filter, document)));
  },
  registerDocumentLinkProvider(_selector: vscode.DocumentSelector, provider: vscode.DocumentLinkProvider): Disposable {
    linkProviders.add(provider);
    return new Disposable(() => linkProviders.delete(provider));
  },
  registerCodeLensProvider(_selector: vscode.DocumentSelector, provider: vscode.CodeLensProvider): Disposable {
    lensProviders.add(provider);
    return new Disposable(() => lensProviders.delete(provider));
  },
} satisfies Partial<typeof vscode.languages>;

let manifests: readonly object[] = [];
const didChangeExtensions = new EventEmitter<void>();

/** For the test: the manifests of the installed extensions. */
export const extensionsControl = {
  setManifests: (installed: readonly object[]): void => {
    manifests = installed;
    didChangeExtensions.fire();
  },
  reset: (): void => void (manifests = []),
};

export const extensions = {
  get all() {
    return manifests.map((packageJSON) => ({ packageJSON })) as unknown as readonly vscode.Extension<unknown>[];
  },
  onDidChange: didChangeExtensions.event,
} satisfies Partial<typeof vscode.extensions>;

/** Returns the English texts: tests have no bundle for the manifest's language. */
export const l10n = {
  bundle: undefined as Record<string, string> | undefined,
  uri: undefined as Uri | undefined,
} satisfies Partial<typeof vscode.l10n>;

import { MarkupKind, type ClientCapabilities } from 'vscode-languageserver-protocol';

/** Optional features of an editor. */
export type ClientFeatures = Readonly<ReturnType<typeof clientFeatures>>;

export function clientFeatures({ textDocument, workspace }: ClientCapabilities) {
  const { completion, hover, codeAction } = textDocument ?? {};
  const { labelDetailsSupport, insertReplaceSupport } = completion?.completionItem ?? {};
  return {
    /** Preferred by the editor; otherwise hovers are plain text. */
    hasHoverMarkdown: hover?.contentFormat?.[0] === MarkupKind.Markdown,
    hasLabelDetails: labelDetailsSupport === true,
    hasInsertReplace: insertReplaceSupport === true,
    /** Code actions may carry edits; otherwise there are none. */
    hasCodeActionLiterals: codeAction?.codeActionLiteralSupport !== undefined,
    canRefreshLenses: workspace?.codeLens?.refreshSupport === true,
    canRefreshTokens: workspace?.semanticTokens?.refreshSupport === true,
  };
}

import { MarkupKind, type ClientCapabilities } from 'vscode-languageserver-protocol';

/** Optional features of an editor. */
export interface ClientFeatures {
  /** Preferred by the editor; otherwise hovers are plain text. */
  readonly hasHoverMarkdown: boolean;
  readonly hasLabelDetails: boolean;
  readonly hasInsertReplace: boolean;
  /** Code actions may carry edits; otherwise there are none. */
  readonly hasCodeActionLiterals: boolean;
  readonly canRefreshLenses: boolean;
  readonly canRefreshTokens: boolean;
}

export function clientFeatures({ textDocument, workspace }: ClientCapabilities): ClientFeatures {
  const { completion, hover, codeAction } = textDocument ?? {};
  const { labelDetailsSupport, insertReplaceSupport } = completion?.completionItem ?? {};
  return {
    hasHoverMarkdown: hover?.contentFormat?.[0] === MarkupKind.Markdown,
    hasLabelDetails: labelDetailsSupport === true,
    hasInsertReplace: insertReplaceSupport === true,
    hasCodeActionLiterals: codeAction?.codeActionLiteralSupport !== undefined,
    canRefreshLenses: workspace?.codeLens?.refreshSupport === true,
    canRefreshTokens: workspace?.semanticTokens?.refreshSupport === true,
  };
}

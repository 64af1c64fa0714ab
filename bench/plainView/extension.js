// The floor of `firstView.bench.ts`: a box without a script above a tree of one row, both there from the start.
const vscode = require('vscode');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider('plain.search', {
      resolveWebviewView: ({ webview }) => {
        // The bench looks at the page by a script.
        webview.options = { enableScripts: true };
        webview.html = '<!DOCTYPE html><html lang="en"><title>Search</title><input>';
      },
    }),
    vscode.window.registerTreeDataProvider('plain.tree', {
      getChildren: () => ['Plain'],
      getTreeItem: (label) => new vscode.TreeItem(label),
    }),
  );
};

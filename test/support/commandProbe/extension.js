// Runs commands of VS Code for a test, with arguments, which the Command Palette cannot do, and does what only an extension can.
const { existsSync, renameSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const path = require('node:path');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isDeepStrictEqual } = require('node:util');
const vscode = require('vscode');

/** Returns the error with its code if it is one of VS Code's (`FileNotFound`), because callers decide by the code. */
const errorText = (error) => (error?.code ? `${error.code}: ${error.message}` : String(error?.message ?? error));

/** Revives values that JSON cannot represent, written as `{ $uri: '…' }`. */
const revive = (_key, value) => (value && typeof value.$uri === 'string' ? vscode.Uri.parse(value.$uri, true) : value);

/** Lets a test run a command with arguments, which the Command Palette cannot do, and change the user's settings. */
function listenForCommands(context, portFile) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    try {
      const { command, args } = JSON.parse(body, revive);
      const result = await vscode.commands.executeCommand(command, ...args);
      response.end(JSON.stringify({ result: result ?? null }));
    } catch (error) {
      response.end(JSON.stringify({ error: errorText(error) }));
    }
  });
  // The URI has no authority, because code-server addresses its user data like this, and only then notices the change.
  const writeUserFile = async (file, text) => {
    const uri = vscode.Uri.from({ scheme: 'vscode-remote', path: file });
    if (typeof text === 'string') await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
    else if (existsSync(file)) await vscode.workspace.fs.delete(uri);
  };
  context.subscriptions.push(vscode.commands.registerCommand('probe.writeUserFile', writeUserFile));
  server.listen(0, '127.0.0.1', () => {
    // Tests read it as soon as it exists.
    writeFileSync(`${portFile}.new`, String(server.address().port));
    renameSync(`${portFile}.new`, portFile);
  });
  context.subscriptions.push({ dispose: () => server.close() });
}

/** Measures the longest time the extension host was blocked since the last call, in ms. */
function registerLongestBlock(context) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const takeLongestBlock = () => {
    const longest = delays.max / 1e6;
    delays.reset();
    return longest;
  };
  context.subscriptions.push(vscode.commands.registerCommand('probe.takeLongestBlock', takeLongestBlock));
}

/** Closes all editors without saving and without a question. */
async function closeAllEditors() {
  // Find them by their tabs: while VS Code writes its settings, they are a document without a tab.
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(({ isDirty }) => isDirty);
  for (const { input } of tabs) {
    if (input instanceof vscode.TabInputNotebook) await vscode.commands.executeCommand('vscode.open', input.uri);
    else await vscode.window.showTextDocument(input.uri);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Closes what a test may have left open in the workbench, and starts a new chat. */
async function startFresh() {
  const run = (command) => vscode.commands.executeCommand(command);
  await run('workbench.action.closeQuickOpen');
  await closeAllEditors();
  await run('workbench.action.closePanel');
  await run('workbench.action.chat.newChat');
  await run('notifications.clearAll');
}

/** Returns the names of the window's folders. */
function folders() {
  return (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name);
}

/** Returns the user settings, as in settings.json, that VS Code has not applied yet. */
function pendingSettings(settings, removed) {
  const valueOf = (key) => vscode.workspace.getConfiguration().inspect(key)?.globalValue;
  const differs = ([key, value]) => JSON.stringify(valueOf(key)) !== JSON.stringify(value);
  return [
    ...Object.entries(settings)
      .filter(differs)
      .map(([key]) => key),
    ...removed.filter((key) => valueOf(key) !== undefined),
  ];
}

/** True once VS Code has noticed that the mcp.json of the workspace and that of the user have these servers. */
function hasServers(ofWorkspace, ofUser) {
  const values = vscode.workspace.getConfiguration('mcp').inspect('servers') ?? {};
  const now = [values.workspaceFolderValue ?? values.workspaceValue ?? {}, values.globalValue ?? {}];
  return isDeepStrictEqual(JSON.parse(JSON.stringify(now)), [ofWorkspace, ofUser]);
}

/** Returns the tools that extensions registered, without their implementation. */
function tools() {
  return vscode.lm.tools.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema }));
}

/** Returns the text of a tool's result, called with a limit, as VS Code's own chat does. */
async function callTool(name, input) {
  const tokenizationOptions = { tokenBudget: 100_000, countTokens: async (text) => text.length / 4 };
  const options = { input, toolInvocationToken: undefined, tokenizationOptions };
  const { content } = await vscode.lm.invokeTool(name, options);
  return content.map(({ value }) => value).join('');
}

/** The product's context in this extension host, and what activates it. */
let product;

/** Notes the product's context when VS Code activates it, which it does after this extension: see `installExtensions`. */
function followProduct() {
  const extension = vscode.extensions.getExtension('mcp-resource-picker.mcp-resource-picker');
  if (!extension) return;
  const main = require.resolve(path.join(extension.extensionPath, extension.packageJSON.main));
  const real = require(main);
  const activate = (context) => {
    product = { context, begin: () => real.activate(context) };
    return product.begin();
  };
  require.cache[main].exports = { ...real, activate };
}

/** Ends the product as with its window, and removes all that VS Code stores for it. */
async function endProduct() {
  const { subscriptions, globalState, workspaceState, secrets } = product.context;
  for (const one of subscriptions.splice(0)) one.dispose();
  for (const state of [globalState, workspaceState]) for (const key of state.keys()) await state.update(key, undefined);
  for (const key of await secrets.keys()) await secrets.delete(key);
}

/** Begins the product again, as in a new window. */
async function beginProduct() {
  await product.begin();
}

exports.activate = (context) => {
  followProduct();
  registerLongestBlock(context);
  const own = { startFresh, pendingSettings, folders, hasServers, tools, callTool, endProduct, beginProduct };
  for (const [name, run] of Object.entries(own))
    context.subscriptions.push(vscode.commands.registerCommand(`probe.${name}`, run));
  listenForCommands(context, process.env.COMMAND_PROBE_PORT_FILE);
};

// A chat model without a vendor. It answers with a list of each message's attachments, read the way real chat clients read them: as text through a
// TextDocument at send time. With CHAT_PROBE_LOG set, it also appends every request to that file as one line of JSON.
const { appendFileSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const vscode = require('vscode');

const logFile = process.env.CHAT_PROBE_LOG;

/** Returns the error with its code if it is one of VS Code's (`FileNotFound`), because callers decide by the code. */
const errorText = (error) => (error?.code ? `${error.code}: ${error.message}` : String(error?.message ?? error));

/** Text through a TextDocument and bytes through the file system: clients use both, and the two can disagree. */
async function readUri(uri) {
  const record = { kind: 'uri', uri: uri.toString() };
  try {
    record.text = (await vscode.workspace.openTextDocument(uri)).getText();
  } catch (error) {
    record.textError = errorText(error);
  }
  try {
    record.size = (await vscode.workspace.fs.readFile(uri)).byteLength;
  } catch (error) {
    record.sizeError = errorText(error);
  }
  return record;
}

async function readReference(reference) {
  const { value } = reference;
  const common = { id: reference.id, name: reference.name };
  if (value instanceof vscode.Uri) return { ...common, ...(await readUri(value)) };
  if (value instanceof vscode.Location) {
    const { start, end } = value.range;
    const range = { startLine: start.line, endLine: end.line };
    return { ...common, ...(await readUri(value.uri)), kind: 'location', range };
  }
  if (value && typeof value.mimeType === 'string' && typeof value.data === 'function') {
    const data = await value.data();
    return {
      ...common,
      kind: 'binary',
      mimeType: value.mimeType,
      size: data.byteLength,
      uri: value.reference?.toString(),
    };
  }
  if (typeof value === 'string') return { ...common, kind: 'string', text: value };
  return { ...common, kind: 'other', text: JSON.stringify(value) };
}

const fence = (text) => '```'.concat('`'.repeat(/`{3,}/.test(text) ? 3 : 0));

function describe(reference) {
  const title = `**${reference.name ?? reference.id}** ${reference.uri ? `\`${reference.uri}\`` : ''} ${reference.kind}`;
  const size = reference.size === undefined ? (reference.sizeError ?? '') : `${reference.size} bytes`;
  const text = reference.text ?? reference.textError ?? '';
  const shown = text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
  return `${title}, ${size}\n\n${fence(shown)}\n${shown}\n${fence(shown)}\n\n`;
}

const log = (entry) => {
  if (logFile) appendFileSync(logFile, `${JSON.stringify(entry)}\n`);
};

/** A part of a tool's result. */
function partRecord(part) {
  if (typeof part?.value === 'string') return { text: part.value };
  if (part?.data instanceof Uint8Array) return { mimeType: part.mimeType, size: part.data.byteLength };
  return { other: JSON.stringify(part) };
}

/** Calls the tools in the prompt's lines `call <tool> <json>`, as a real model would on its own. */
async function callTools(request, token) {
  const results = [];
  for (const [, tool, json] of request.prompt.matchAll(/^call (\S+)(.*)$/gmu)) {
    const input = JSON.parse(json.trim() || '{}');
    try {
      const options = { input, toolInvocationToken: request.toolInvocationToken };
      const { content } = await vscode.lm.invokeTool(tool, options, token);
      results.push({ tool, parts: content.map(partRecord) });
    } catch (error) {
      results.push({ tool, error: errorText(error) });
    }
  }
  return results;
}

async function answer(mode, request, stream, token) {
  const references = await Promise.all(request.references.map(readReference));
  const tools = (request.toolReferences ?? []).map((tool) => tool.name);
  const toolResults = await callTools(request, token);
  const toolsOffered = vscode.lm.tools.map(({ name, description }) => ({ name, description }));
  const { prompt, command } = request;
  log({ mode, prompt, command, references, toolReferences: tools, toolResults, toolsOffered });
  stream.markdown(
    `You sent ${references.length} attachment${references.length === 1 ? '' : 's'} and ${JSON.stringify(request.prompt)}.\n\n`,
  );
  for (const reference of references) stream.markdown(describe(reference));
  if (tools.length > 0) stream.markdown(`Tools referred to: ${tools.join(', ')}\n`);
  for (const { tool, parts = [], error } of toolResults)
    stream.markdown(`${tool}: ${error ?? parts.map(({ text, mimeType }) => text ?? mimeType).join('')}\n`);
  return {};
}

/** The chat view only sends messages when there is a model. VS Code itself asks this one for titles only. */
const model = {
  provideLanguageModelChatInformation: () => [
    {
      id: 'test-model',
      name: 'Test Model',
      family: 'test-model',
      version: '1',
      maxInputTokens: 128_000,
      maxOutputTokens: 16_000,
      capabilities: { toolCalling: true, imageInput: true },
      isDefault: true,
      isUserSelectable: true,
    },
  ],
  provideLanguageModelChatResponse: async (_model, _messages, _options, progress) =>
    progress.report(new vscode.LanguageModelTextPart('Test')),
  provideTokenCount: async (_model, text) =>
    Math.ceil((typeof text === 'string' ? text : JSON.stringify(text)).length / 4),
};

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
  const writeUserFile = (file, text) =>
    vscode.workspace.fs.writeFile(vscode.Uri.from({ scheme: 'vscode-remote', path: file }), Buffer.from(text));
  context.subscriptions.push(vscode.commands.registerCommand('test-model.writeUserFile', writeUserFile));
  server.listen(0, '127.0.0.1', () => writeFileSync(portFile, String(server.address().port)));
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
  context.subscriptions.push(vscode.commands.registerCommand('test-model.takeLongestBlock', takeLongestBlock));
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

exports.activate = (context) => {
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('test-model', model));
  for (const mode of ['ask', 'agent'])
    context.subscriptions.push(
      vscode.chat.createChatParticipant(`test-model.${mode}`, (request, _context, stream, token) =>
        answer(mode, request, stream, token),
      ),
    );
  // VS Code does not ask for the models on its own, and without one a message ends in "Language model unavailable".
  void vscode.lm.selectChatModels({ vendor: 'test-model' });
  registerLongestBlock(context);
  for (const [name, run] of Object.entries({ startFresh, pendingSettings, folders }))
    context.subscriptions.push(vscode.commands.registerCommand(`test-model.${name}`, run));
  if (process.env.CHAT_PROBE_PORT_FILE) listenForCommands(context, process.env.CHAT_PROBE_PORT_FILE);
};

// A chat model without a vendor. It answers with a list of each message's attachments, read the way real chat clients read them: as text through a
// TextDocument at send time. With CHAT_PROBE_LOG set, it also appends every request to that file as one line of JSON.
const { appendFileSync } = require('node:fs');
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
  // VS Code adds the names of all skills to each message to an agent.
  const attached = request.references.filter(({ name }) => name !== 'prompt:customizationsIndex');
  const references = await Promise.all(attached.map(readReference));
  const tools = (request.toolReferences ?? []).map((tool) => tool.name);
  const toolResults = await callTools(request, token);
  const toolsOffered = vscode.lm.tools.map(({ name, description }) => ({ name, description }));
  const { prompt } = request;
  log({ mode, prompt, references, toolReferences: tools, toolResults, toolsOffered });
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

exports.activate = (context) => {
  // Without Copilot, VS Code 1.105 takes the attachments out of the input until the first message. Chat clients are no part of it there.
  // https://github.com/microsoft/vscode/blob/1.105.1/src/vs/workbench/contrib/chat/browser/viewsWelcome/chatViewWelcomeController.ts (ChatViewWelcomePart)
  if (vscode.version.startsWith('1.105.'))
    void vscode.commands.executeCommand('setContext', 'chatSetupInstalled', true);
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('test-model', model));
  for (const mode of ['ask', 'agent'])
    context.subscriptions.push(
      vscode.chat.createChatParticipant(`test-model.${mode}`, (request, _context, stream, token) =>
        answer(mode, request, stream, token),
      ),
    );
  // VS Code does not ask for the models on its own, and without one a message ends in "Language model unavailable".
  void vscode.lm.selectChatModels({ vendor: 'test-model' });
};

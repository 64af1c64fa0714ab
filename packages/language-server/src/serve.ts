import { fileURLToPath } from 'node:url';
import {
  ConfigurationRequest,
  createProtocolConnection,
  DidChangeConfigurationNotification,
  InitializedNotification,
  MessageType,
  ShowMessageNotification,
  StreamMessageReader,
  StreamMessageWriter,
  type InitializeParams,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import { delay } from '../../../src/core/base/clock';
import { causes } from '../../../src/core/base/errors';
import { LanguageServer } from '../../../src/core/mentions/server/languageServer';
import { every, systemClock } from '../../../src/node/base/clock';
import { isRunning } from '../../../src/node/files/tempFiles';
import { settingsSection } from './clientSettings';
import { compose, type LanguageService } from './compose';
import { rootFolder, userPlace, type RootFolder } from './folders';
import { speak } from './localization';
import { notify, ProtocolLog } from './protocolLog';

/**
 * Time for servers to end by themselves, in ms: editors wait about half a second for a language server, as Neovim does by default
 * (`exit_timeout`): https://github.com/neovim/neovim/blob/v0.7.2/runtime/lua/vim/lsp.lua
 */
const grace = 400;
/** Milliseconds between two checks that the editor is still running. */
const parentInterval = 2_000;

/** Speaks the protocol over stdin and stdout until the editor ends it, or has ended. The process ends with it. */
export function serve(): void {
  const { stdin, stdout, stderr } = process;
  const connection = createProtocolConnection(new StreamMessageReader(stdin), new StreamMessageWriter(stdout));
  const log = ProtocolLog.over(connection, stderr);
  const show = (message: string): void =>
    notify(connection, ShowMessageNotification.type, { type: MessageType.Warning, message });
  const service = compose({ log, show }, userPlace());

  const onInitialize = async (params: InitializeParams): Promise<void> => {
    if (params.locale !== undefined) speak(params.locale);
    service.configure(params.initializationOptions);
    followSettings(connection, service, params.capabilities.workspace?.configuration === true);
    if (typeof params.processId === 'number') watchParent(params.processId, () => server.dispose());
    await service.open(rootsOf(params));
  };
  const server = new LanguageServer(connection, { ...service.ports, onInitialize });

  let isEnding = false;
  const end = (code: number): void => {
    if (isEnding) return;
    isEnding = true;
    process.exitCode = code;
    // Servers that are still running then are killed with this process.
    const shutdown = Promise.race([service.end(), delay(systemClock, grace, new AbortController().signal)]);
    void shutdown.catch(() => undefined).then(() => process.exit(code));
  };
  void server.ended.then(({ isClean }) => end(isClean ? 0 : 1));
  process.on('unhandledRejection', (error) => log.error(`Unexpected error: ${causes(error)}`));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
  for (const event of ['end', 'close', 'error'] as const) stdin.on(event, () => server.dispose());
  stdout.on('error', () => server.dispose());
  stderr.on('error', () => undefined);
}

/** Some editors send the settings, others wait for a request and only announce changes. */
function followSettings(connection: ProtocolConnection, service: LanguageService, canAsk: boolean): void {
  const ask = async (): Promise<void> => {
    const items = [{ section: settingsSection }];
    const answers: readonly unknown[] = await connection.sendRequest(ConfigurationRequest.type, { items });
    service.configure({ [settingsSection]: answers[0] });
  };
  const follow = (): void => {
    // An editor that fails to answer has no settings.
    if (canAsk) ask().catch(() => undefined);
  };
  connection.onNotification(InitializedNotification.type, follow);
  connection.onNotification(DidChangeConfigurationNotification.type, ({ settings }) => {
    service.configure(settings);
    follow();
  });
}

/** The folders that the editor has open, else the one that it was started in. */
function rootsOf({ workspaceFolders, ...older }: InitializeParams): RootFolder[] {
  // oxlint-disable-next-line typescript/no-deprecated -- what editors send that know no workspace folders
  const { rootUri } = older;
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri]);
  const folders = uris.flatMap((uri) => pathOf(uri) ?? []);
  return (folders.length > 0 ? folders : [process.cwd()]).map(rootFolder);
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

function watchParent(pid: number, onEnd: () => void): void {
  every(parentInterval, () => {
    if (!isRunning(pid)) onEnd();
  });
}

import { fileURLToPath } from 'node:url';
import {
  createProtocolConnection,
  DidChangeConfigurationNotification,
  ExitNotification,
  MessageType,
  ShowMessageNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type InitializeParams,
} from 'vscode-languageserver-protocol/node';
import { delay } from '../../core/base/clock';
import { causes } from '../../core/base/errors';
import { LanguageServer } from '../../core/language/languageServer';
import { systemClock } from '../clock';
import { isRunning } from '../tempFiles';
import { compose } from './compose';
import { rootFolder, userPlace, type RootFolder } from './folders';
import { speak } from './localization';
import { notify, ProtocolLog } from './protocolLog';

/** Milliseconds that servers get to end by themselves: editors wait about half a second for a language server. */
const grace = 400;
/** Milliseconds between two looks whether the editor is still there. */
const parentInterval = 2_000;

/** Speaks the protocol over stdin and stdout until the editor ends it, or is gone. The process ends with it. */
export function serve(): void {
  const { stdin, stdout, stderr } = process;
  const connection = createProtocolConnection(new StreamMessageReader(stdin), new StreamMessageWriter(stdout));
  const log = ProtocolLog.over(connection, stderr);
  const show = (message: string): void =>
    notify(connection, ShowMessageNotification.type, { type: MessageType.Warning, message });
  const service = compose({ log, show }, userPlace());

  let isEnding = false;
  const end = (code: number): void => {
    if (isEnding) return;
    isEnding = true;
    process.exitCode = code;
    // What is left of the servers then is killed with this process.
    const ended = Promise.race([service.end(), delay(systemClock, grace, new AbortController().signal)]);
    void ended.catch(() => undefined).then(() => process.exit(code));
  };
  let isShutDown = false;
  const endWithEditor = (): void => end(isShutDown ? 0 : 1);
  process.on('unhandledRejection', (error) => log.error(`Unexpected: ${causes(error)}`));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
  for (const event of ['end', 'close', 'error'] as const) stdin.on(event, endWithEditor);
  stdout.on('error', endWithEditor);
  stderr.on('error', () => undefined);

  const onInitialize = async (params: InitializeParams): Promise<void> => {
    if (params.locale !== undefined) speak(params.locale);
    service.configure(params.initializationOptions);
    if (typeof params.processId === 'number') watchParent(params.processId, endWithEditor);
    await service.open(rootsOf(params));
  };
  new LanguageServer(connection, { ...service.ports, onInitialize });
  connection.onRequest(ShutdownRequest.type, () => void (isShutDown = true));
  connection.onNotification(ExitNotification.type, endWithEditor);
  connection.onNotification(DidChangeConfigurationNotification.type, ({ settings }) => service.configure(settings));
}

/** The folders that the editor has open, else the one that it was started in. */
function rootsOf({ workspaceFolders, ...older }: InitializeParams): RootFolder[] {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- what editors send that know no workspace folders
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

function watchParent(pid: number, gone: () => void): void {
  setInterval(() => {
    if (!isRunning(pid)) gone();
  }, parentInterval).unref();
}

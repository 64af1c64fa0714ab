// The entry of the bundle that holds the MCP SDK. It is loaded when the first server is connected to, never at activation.
import { createOpenSession } from '../core/mcp/openSession';
import { decodeBase64 } from './base64';
import { StdioTransport } from './stdioTransport';

export { config as configureLocalization } from '@vscode/l10n';
export { killAllNow } from './processTree';

export const openSession = createOpenSession({
  fetch: (url, init) => fetch(url as URL, init as RequestInit),
  decodeBase64,
  createProcess: (launch, clock, onStderr) => new StdioTransport(launch, clock, onStderr),
});

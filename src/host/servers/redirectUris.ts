import { env, Uri, window } from 'vscode';
import { unlessAborted } from '../../core/base/clock';
import { Owner } from '../../core/base/owner';
import type { Logger } from '../../core/base/ports';
import type { RedirectReceiver } from '../../core/session/signIn';
import { openLoopback } from '../../node/network/loopback';

type Answer = Readonly<Record<string, string>>;

/** A pending sign-in, with the path below ours to which its answer comes. */
interface Waiting {
  readonly below: string;
  readonly receive: (answer: Answer) => void;
}

/** A redirect address on this machine. Its port is the same each time, unless it is taken: some authorization servers compare that, too. */
interface Loopback {
  readonly port: number;
  readonly path: string;
}

const path = '/signed-in';
export const ownLoopback: Loopback = { port: 51_731, path };
/**
 * VS Code's own, for a client ID of the configuration: it is registered for VS Code.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/common/oauth.ts (DEFAULT_AUTH_FLOW_PORT)
 */
export const vsCodeLoopback: Loopback = { port: 33_418, path: '/' };

/**
 * The redirect addresses of `docs/client-metadata.json`. Loopback addresses are there without a port as well, which stands for any:
 * https://www.rfc-editor.org/rfc/rfc8252#section-7.3. An address of VS Code in a browser is different for each host.
 */
export function documentRedirects(extensionId: string): readonly string[] {
  const { port } = ownLoopback;
  return [
    ...['127.0.0.1', 'localhost'].flatMap((host) => [`http://${host}${path}`, `http://${host}:${port}${path}`]),
    ...['vscode', 'vscode-insiders'].map((scheme) => `${scheme}://${extensionId}${path}`),
  ];
}

/** Redirect addresses, with the browser's answer at the end of a sign-in. */
export class RedirectUris extends Owner {
  /** Pending sign-ins, by their state parameter. */
  readonly #waiting = new Map<string, Waiting>();

  constructor(
    private readonly extensionId: string,
    private readonly log: Logger,
  ) {
    super();
    this.owned.add(window.registerUriHandler({ handleUri: (uri) => this.#take(uri) }));
  }

  /** True for an address that `docs/client-metadata.json` has. */
  isInDocument(url: string): boolean {
    return documentRedirects(this.extensionId).includes(url.replace(/^(http:\/\/[\w.]+):\d+/, '$1'));
  }

  /**
   * Redirect URIs must use HTTPS or lead to this machine, says the specification. In the web, VS Code turns our URI into such an address;
   * on the desktop it has a scheme of its own, so a loopback port is better there, which VS Code forwards to a remote machine.
   * https://code.visualstudio.com/api/references/vscode-api#env.asExternalUri
   */
  async open({ port, path: loopbackPath }: Loopback): Promise<RedirectReceiver> {
    const handled = await this.#openHandled();
    if (isTakenEverywhere(handled.url)) return handled;
    try {
      const loopback = await openLoopback(port, loopbackPath);
      const url = env.remoteName === undefined ? loopback.url : await externalUrl(Uri.parse(loopback.url, true));
      if (isTakenEverywhere(url)) {
        handled.dispose();
        return { ...loopback, url };
      }
      loopback.dispose();
    } catch (error) {
      this.log.warn(`No port for the sign-in: ${String(error)}`);
    }
    return handled;
  }

  /** An address for which VS Code passes the browser's answer to this extension. */
  async #openHandled(): Promise<RedirectReceiver> {
    const own = Uri.from({ scheme: env.uriScheme, authority: this.extensionId, path });
    const url = await externalUrl(own);
    const states: string[] = [];
    return {
      url,
      wait: (state, signal, below = '') => {
        states.push(state);
        const answer = new Promise<Answer>((receive) => this.#waiting.set(state, { below, receive }));
        return unlessAborted(answer, signal);
      },
      dispose: () => states.forEach((state) => this.#waiting.delete(state)),
    };
  }

  /** An answer with an unknown state goes to the only pending sign-in, which reports it as wrong. */
  #take({ path: received, query }: Uri): void {
    const answer = Object.fromEntries(new URLSearchParams(query));
    const [only, ...furtherReceivers] = this.#waiting.values();
    const waiting = this.#waiting.get(answer['state'] ?? '') ?? (furtherReceivers.length === 0 ? only : undefined);
    if (waiting && received === path + waiting.below) waiting.receive(answer);
  }
}

function isTakenEverywhere(url: string): boolean {
  return /^(https:|http:\/\/(127\.0\.0\.1|localhost)[:/])/.test(url);
}

async function externalUrl(uri: Uri): Promise<string> {
  return (await env.asExternalUri(uri)).toString(true);
}

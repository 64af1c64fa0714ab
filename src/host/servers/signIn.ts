import * as l10n from '@vscode/l10n';
import { env, ProgressLocation, window, type Uri } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { isCancelled } from '../../core/base/errors';
import type { Connection } from '../../core/connection/connection';
import type { Connections } from '../../core/connection/connections';
import { plainUrl } from '../../core/configuration/plainUrl';
import type { CredentialStore, Launch } from '../../core/session/session';
import type { ClientIdentity, SignInWarning, SignInNetwork, SignInPorts } from '../../core/session/signIn';
import type { HostLogger } from '../base/log';
import { clientMetadataUrl } from '../base/settings';
import { showError, showWarning } from '../base/tell';
import { plainText } from '../base/plainText';
import type { ServerDefinition } from '../../core/configuration/serverDefinition';
import type { ServersNeeds } from './openControl';
import { ownLoopback, RedirectUris, vsCodeLoopback } from './redirectUris';

interface Needs {
  readonly base: Pick<ServersNeeds['base'], 'clock' | 'log'> & {
    readonly extension: Pick<ServersNeeds['base']['extension'], 'id'>;
  };
  readonly mcp: ServersNeeds['mcp'];
  readonly network: Pick<ServersNeeds['network'], 'lookUp'>;
  readonly core: Pick<ServersNeeds['core'], 'forgetContents'> & {
    readonly connections: Pick<Connections, 'get' | 'nameOf' | 'onDidChange'>;
    readonly credentials: CredentialStore;
  };
}

/** Signs in to servers and out of them, only when the user asks for it. */
export class SignIns implements Disposable {
  readonly #store = new DisposableStore();
  readonly #log: HostLogger;
  readonly #redirects: RedirectUris;
  /** Pending sign-ins, by server id. */
  readonly #running = new Map<string, { readonly connection: Connection; readonly abort: AbortController }>();
  /** Hosts in the user's network that they have allowed in this window, with the id of the server that names each. */
  readonly #allowedHosts = new Set<string>();

  /** @param signedIn called after a sign-in at this address */
  constructor(
    private readonly needs: Needs,
    private readonly signedIn: (definition: ServerDefinition, url: string) => Promise<void>,
  ) {
    const { connections } = needs.core;
    this.#log = needs.base.log.named('sign-in');
    this.#redirects = this.#store.add(new RedirectUris(needs.base.extension.id, this.#log));
    this.#store.add(
      connections.onDidChange(() => {
        // The server was removed, or its definition is another one.
        for (const [id, { connection, abort }] of this.#running) if (connections.get(id) !== connection) abort.abort();
      }),
    );
  }

  /** Signs in and restarts the server. A pending sign-in is cancelled: the user may have closed its page. */
  async signIn(connection: Connection): Promise<void> {
    const { id } = connection.definition;
    this.#running.get(id)?.abort.abort();
    const abort = new AbortController();
    this.#running.set(id, { connection, abort });
    const title = plainText(l10n.t('Continue in the browser to sign in to “{0}”', this.#nameOf(connection)));
    try {
      await window.withProgress(
        { location: ProgressLocation.Notification, cancellable: true, title },
        (progress, token) => {
          token.onCancellationRequested(() => abort.abort());
          const openBrowser = async (url: string): Promise<void> => {
            // As text: a `Uri` would change the encoding of the address's parameters. VS Code accepts both,
            // https://github.com/microsoft/vscode/issues/85930
            const isOpened = await env.openExternal(url as unknown as Uri);
            // The address was copied, or the question dismissed: VS Code does not say which.
            // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/url/browser/trustedDomainsValidator.ts (validateLink)
            if (!isOpened) progress.report({ message: l10n.t('Paste the copied URL into your browser, or cancel.') });
          };
          return this.#signIn(connection, openBrowser, abort.signal);
        },
      );
      await connection.restart();
    } catch (error) {
      if (!isCancelled(error)) await showError(error, this.#log);
    } finally {
      if (this.#running.get(id)?.abort === abort) this.#running.delete(id);
    }
  }

  /** Deletes the sign-in. A server that uses it is restarted, any other is left alone. */
  async signOut(connection: Connection): Promise<void> {
    const { credentials, forgetContents } = this.needs.core;
    try {
      const launch = await launchToForget(connection);
      await this.needs.mcp.signOut(launch, credentials, this.needs.base.clock, this.#network(connection));
      // The next user must not see contents that were read for this one.
      await forgetContents(connection.definition);
      if (usesSignIn(connection)) await connection.restart();
    } catch (error) {
      if (!isCancelled(error)) await showError(error, this.#log);
    }
  }

  dispose(): void {
    for (const { abort } of this.#running.values()) abort.abort();
    this.#store.dispose();
  }

  async #signIn(connection: Connection, openBrowser: SignInPorts['openBrowser'], signal: AbortSignal): Promise<void> {
    const launch = await connection.launch(signal);
    const isVsCodes = 'client' in launch && launch.client?.isForVsCode === true;
    const redirect = await this.#redirects.open(isVsCodes ? vsCodeLoopback : ownLoopback);
    try {
      const name = this.#nameOf(connection);
      const { credentials } = this.needs.core;
      const askClient: SignInPorts['askClient'] = (about) => askForClient(name, about);
      const confirm: SignInPorts['confirm'] = (doubt) => askToGoOn(name, doubt);
      const ports = { credentials, redirect, openBrowser, askClient, confirm, ...this.#network(connection) };
      const documentUrl = this.#redirects.isInDocument(redirect.url) ? clientMetadataUrl() : undefined;
      const { clock } = this.needs.base;
      await this.needs.mcp.signIn(launch, ports, { clock, log: this.#log, signal, clientMetadataUrl: documentUrl });
      if ('url' in launch) await this.signedIn(connection.definition, launch.url);
    } finally {
      redirect.dispose();
    }
  }

  #network(connection: Connection): SignInNetwork {
    const confirmLocalHost: SignInNetwork['confirmLocalHost'] = async (about) => {
      const key = `${connection.definition.id} ${about.host}`;
      if (!this.#allowedHosts.has(key) && (await askForLocal(this.#nameOf(connection), about)))
        this.#allowedHosts.add(key);
      return this.#allowedHosts.has(key);
    };
    return { lookUp: this.needs.network.lookUp, confirmLocalHost: confirmLocalHost };
  }

  #nameOf({ definition: { id } }: Connection): string {
    return this.needs.core.connections.nameOf(id);
  }
}

/** Signing out neither requires that the server may start, nor asks for values of its headers. */
async function launchToForget(connection: Connection): Promise<Launch> {
  const url = plainUrl(connection.definition.launch);
  return url === undefined ? connection.launch(new AbortController().signal) : { kind: 'http', url, headers: {} };
}

function usesSignIn({ state: { kind } }: Connection): boolean {
  return kind === 'connecting' || kind === 'ready' || kind === 'signInNeeded';
}

function askForLocal(
  serverName: string,
  { host, address }: { readonly host: string; readonly address: string | undefined },
): Promise<boolean> {
  const detail =
    address === undefined
      ? l10n.t(
          'You sign in through this host, which may be on your network. VS Code can’t check, because it uses a proxy or can’t find the host’s address. Continue only if you recognize the host.',
        )
      : l10n.t(
          'You sign in through this host. It’s on your network, at the address {0}. Continue only if you recognize the host.',
          address,
        );
  return askToContinue(serverName, host, detail);
}

function askToGoOn(serverName: string, doubt: SignInWarning): Promise<boolean> {
  switch (doubt.kind) {
    case 'page':
      return askToContinue(
        serverName,
        doubt.host,
        l10n.t(
          'You sign in at {0}, but the page is on this host, and the response won’t say where it’s from. Another server could misuse the page to get your access. Continue only if both belong together.',
          doubt.issuer,
        ),
      );
    case 'issuer':
      return askToContinue(
        serverName,
        doubt.issuer,
        l10n.t('This server used to sign in at {0}. Continue only if you expect the change.', doubt.before),
      );
    case 'resource':
      return askToContinue(
        serverName,
        doubt.resource,
        l10n.t(
          'The server asks for access to this URL, which is more than its own. With this access, it can use everything there in your name. Continue only if you trust the server with that.',
        ),
      );
  }
}

/** @param subject host or URL that the sign-in is continued with */
async function askToContinue(serverName: string, subject: string, detail: string): Promise<boolean> {
  const proceed = l10n.t('Continue with {0}', subject);
  const message = l10n.t('Continue signing in to “{0}” with {1}?', serverName, subject);
  return (await showWarning(message, { modal: true, detail }, proceed)) === proceed;
}

async function askForClient(
  serverName: string,
  { host, redirectUrl }: { readonly host: string; readonly redirectUrl: string },
): Promise<ClientIdentity | undefined> {
  const name = plainText(serverName);
  const id = await window.showInputBox({
    title: l10n.t('Sign In to “{0}”: Client ID', name),
    prompt: l10n.t(
      '{0} doesn’t support automatic registration. Register a client there with the redirect URI {1}, then enter the client ID.',
      host,
      redirectUrl,
    ),
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? l10n.t('A value is required.') : undefined),
  });
  if (id === undefined) return undefined;
  const secret = await window.showInputBox({
    title: l10n.t('Sign In to “{0}”: Client Secret', name),
    prompt: l10n.t('Leave empty if the client has no secret. The secret is saved in VS Code’s secret storage.'),
    password: true,
    ignoreFocusOut: true,
  });
  return secret === undefined ? undefined : { id: id.trim(), secret: secret === '' ? undefined : secret };
}

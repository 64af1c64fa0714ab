import { env, Uri, window } from 'vscode';
import { DisposableStore, toDisposable, type Disposable } from '../../core/base/disposable';
import { CancelledError } from '../../core/base/errors';
import type { RedirectReceiver } from '../../core/session/signIn';

type Answer = Readonly<Record<string, string>>;

/** Redirect addresses for which VS Code passes the browser's answer to this extension. */
export class RedirectUris implements Disposable {
  readonly #store = new DisposableStore();
  /** Pending sign-ins, by their state parameter. */
  readonly #waiting = new Map<string, (answer: Answer) => void>();

  constructor(private readonly extensionId: string) {
    this.#store.add(window.registerUriHandler({ handleUri: ({ query }) => this.#take(parameters(query)) }));
  }

  async open(): Promise<RedirectReceiver> {
    const own = Uri.from({ scheme: env.uriScheme, authority: this.extensionId, path: '/signed-in' });
    const url = (await env.asExternalUri(own)).toString(true);
    const store = new DisposableStore();
    return {
      url,
      wait: (state, signal) =>
        new Promise((resolve, reject) => {
          this.#waiting.set(state, resolve);
          const stop = (): void => reject(new CancelledError());
          if (signal.aborted) stop();
          signal.addEventListener('abort', stop, { once: true });
          store.add(
            toDisposable(() => {
              this.#waiting.delete(state);
              signal.removeEventListener('abort', stop);
            }),
          );
        }),
      dispose: () => store.dispose(),
    };
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** An answer with an unknown state goes to the only pending sign-in, which reports it as wrong. */
  #take(answer: Answer): void {
    const [only, ...others] = this.#waiting.values();
    const receive = this.#waiting.get(answer['state'] ?? '') ?? (others.length === 0 ? only : undefined);
    receive?.(answer);
  }
}

function parameters(query: string): Answer {
  return Object.fromEntries(new URLSearchParams(query));
}

import type { LookupFunction } from 'node:net';
import { certificate } from '../servers/webServer';

type Dispatcher = object & { close(): Promise<void> };

/** Returns Node's own `fetch` and TLS; only the host names, which all lead here, and the authority are the test's. */
export async function trustingFetch(): Promise<{
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
}> {
  // Node does not export its dispatcher's class, and creates the dispatcher with the first fetch.
  await fetch('data:,');
  const known: unknown = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'));
  const Agent = (known as object).constructor as new (options: object) => Dispatcher;
  const lookup: LookupFunction = (_, options, found) => {
    if (options.all === true) found(null, [{ address: '127.0.0.1', family: 4 }]);
    else found(null, '127.0.0.1', 4);
  };
  const dispatcher = new Agent({ connect: { ca: certificate, lookup } });
  return {
    fetch: (url, init) => fetch(url, { ...init, dispatcher } as RequestInit),
    close: () => dispatcher.close(),
  };
}

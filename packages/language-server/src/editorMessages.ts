import { showable } from '../../../src/core/base/showable';
import type { ConfiguredServer } from '../../../src/core/connection/connectionState';
import { signInElsewhere, statusOf } from '../../../src/core/connection/serverStatus';
import type { ConfigurationProblem } from '../../../src/core/configuration/configuration';

/** Tells the user once why a server is missing, from their first request on. */
export class EditorMessages {
  readonly #shown = new Set<string>();
  #isAwake = false;

  constructor(
    private readonly show: (message: string) => void,
    private readonly state: () => {
      readonly connections: readonly ConfiguredServer[];
      readonly problems: readonly ConfigurationProblem[];
    },
  ) {}

  wake(): void {
    this.#isAwake = true;
    this.update();
  }

  update(): void {
    if (!this.#isAwake) return;
    const { connections, problems } = this.state();
    for (const { message } of problems) this.#showOnce('', message);
    for (const server of connections) {
      const message = messageOf(server);
      if (message !== undefined) this.#showOnce(server.definition.hash, message);
    }
  }

  #showOnce(subject: string, message: string): void {
    const key = `${subject}\n${message}`;
    if (this.#shown.has(key)) return;
    this.#shown.add(key);
    this.show(showable(message, ' '));
  }
}

/** Nothing about what recovers without the user, or about a server that they do not want. */
function messageOf(server: ConfiguredServer): string | undefined {
  const { severity, remedy, recovers, full } = statusOf(server);
  if (severity === 'none' || recovers) return undefined;
  return remedy === 'signIn' ? signInElsewhere(server.definition) : full;
}

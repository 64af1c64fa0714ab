import * as l10n from '@vscode/l10n';
import { showable } from '../../core/base/showable';
import type { Connection } from '../../core/connection/connection';
import type { ConfigurationProblem, ServerDefinition } from '../../core/servers/serverDefinition';

/** Tells the person once what keeps each server from being there, from their first look on. */
export class Announcer {
  readonly #told = new Set<string>();
  #isAwake = false;

  constructor(
    private readonly show: (message: string) => void,
    private readonly state: () => {
      readonly connections: readonly Connection[];
      readonly problems: readonly ConfigurationProblem[];
    },
  ) {}

  wake(): void {
    this.#isAwake = true;
    this.announce();
  }

  announce(): void {
    if (!this.#isAwake) return;
    const { connections, problems } = this.state();
    for (const { message } of problems) this.#tell('', message);
    for (const { definition, state } of connections) {
      const message = messageOf(definition, state);
      if (message !== undefined) this.#tell(definition.hash, message);
    }
  }

  #tell(about: string, message: string): void {
    const key = `${about}\n${message}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.show(showable(message, ' '));
  }
}

/** Nothing of what mends itself, nor of a server that the person does not want. */
function messageOf(definition: ServerDefinition, state: Connection['state']): string | undefined {
  switch (state.kind) {
    case 'blocked':
      return state.error.reason === 'declined' ? undefined : state.error.message;
    case 'signInNeeded':
      return signInElsewhere(definition);
    case 'failed':
      return state.retryAt === undefined ? state.error.message : undefined;
    case 'stopped':
    case 'connecting':
    case 'ready':
      return undefined;
  }
}

function signInElsewhere({ name, source }: ServerDefinition): string {
  const token = source.format === 'portable' ? '${TOKEN}' : '${env:TOKEN}';
  return l10n.t(
    'The server “{0}” wants to know who you are, and you cannot sign in here. Give it a token in {1}, as in {2}, and allow it again.',
    name,
    source.label,
    `"headers": { "Authorization": "Bearer ${token}" }`,
  );
}

import * as l10n from '@vscode/l10n';
import type { ConfigurationProblem } from '../servers/serverDefinition';
import type { Connection } from './connection';

/** What a person should look at. */
export interface Attention {
  readonly count: number;
  /** A line for each, for a tooltip; of many only the first. */
  readonly text: string;
}

const mostLines = 10;

/**
 * Servers that wait for an agreement or a sign-in, that failed, also where they are tried again, and mistakes in configurations. What a person decided, such as to
 * decline a server, to stop it, or not to trust the workspace, is not among it.
 */
export function attentionOf(
  connections: readonly Pick<Connection, 'definition' | 'state'>[],
  problems: readonly Pick<ConfigurationProblem, 'message'>[],
): Attention | undefined {
  const lines = [...problems.map(({ message }) => message), ...connections.flatMap((one) => lineOf(one) ?? [])];
  if (lines.length === 0) return undefined;
  const rest = lines.length - mostLines;
  const shown = lines.slice(0, mostLines);
  return { count: lines.length, text: (rest > 0 ? [...shown, l10n.t('and {0} more', rest)] : shown).join('\n') };
}

function lineOf({ definition: { name }, state }: Pick<Connection, 'definition' | 'state'>): string | undefined {
  switch (state.kind) {
    case 'blocked':
      return state.error.reason === 'notAgreed' ? l10n.t('“{0}” waits for your agreement to start', name) : undefined;
    case 'signInNeeded':
      return l10n.t('“{0}” wants you to sign in', name);
    case 'failed':
      return l10n.t('“{0}” failed: {1}', name, state.error.message);
    case 'connecting':
      return state.lastError && l10n.t('“{0}” failed: {1}', name, state.lastError.message);
    case 'stopped':
    case 'ready':
      return undefined;
  }
}

import * as l10n from '@vscode/l10n';
import type { ConfigurationProblem } from '../configuration/configuration';
import type { ConfiguredServer } from './connectionState';
import { statusOf } from './serverStatus';

/** Number and description of the problems that need the user. */
export interface Attention {
  readonly count: number;
  /** One line per problem, for a tooltip; where there are many, only the first. */
  readonly text: string;
}

const maxLines = 10;

/** The servers that need the user, and problems of configurations. */
export function attentionOf(
  servers: readonly ConfiguredServer[],
  problems: readonly Pick<ConfigurationProblem, 'message'>[],
): Attention | undefined {
  const waiting = servers.map((server) => statusOf(server)).filter(({ needsUser }) => needsUser);
  const lines = [...problems.map(({ message }) => message), ...waiting.map(({ full }) => full)];
  if (lines.length === 0) return undefined;
  const remaining = lines.length - maxLines;
  const firstLines = lines.slice(0, maxLines);
  return {
    count: lines.length,
    text: (remaining > 0 ? [...firstLines, l10n.t('and {0} more', remaining)] : firstLines).join('\n'),
  };
}

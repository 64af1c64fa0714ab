import * as l10n from '@vscode/l10n';
import { isUnencrypted } from './unencrypted';
import { isNested, referencesOf } from './variableReferences';
import type { LaunchDefinition, ServerDefinition } from './serverDefinition';

/** The launch on one line as written: variables stay names, so that no secret is shown. */
export function describeLaunch(launch: LaunchDefinition): string {
  if (launch.kind === 'http') return launch.url;
  return [launch.command, ...launch.args].map((part) => (/\s/u.test(part) ? `"${part}"` : part)).join(' ');
}

/** The same with everything that affects what runs, by name only: the text that the user allows. */
export function describeForConsent({ launch, inputs }: ServerDefinition): string {
  const parts = [describeLaunch(launch)];
  const names = Object.keys(launch.kind === 'stdio' ? launch.env : launch.headers);
  if (names.length > 0)
    parts.push(launch.kind === 'stdio' ? l10n.t('sets {0}', names.join(', ')) : l10n.t('sends {0}', names.join(', ')));
  if (launch.kind === 'http' && names.length > 0 && isUnencrypted(launch.url)) parts.push(l10n.t('unencrypted'));
  if (launch.kind === 'stdio' && launch.envFile !== undefined) parts.push(l10n.t('reads {0}', launch.envFile));
  const commands = commandsOf({ launch, inputs });
  if (commands.length > 0) parts.push(l10n.t('runs the VS Code command {0}', commands.join(', ')));
  return parts.join(' · ');
}

/** VS Code commands that run before the server starts: those of inputs, and those in a text, as `${command:…}`. */
function commandsOf({ launch, inputs }: Pick<ServerDefinition, 'launch' | 'inputs'>): readonly string[] {
  const fromInputs = inputs.flatMap((input) => (input.kind === 'command' ? [input.command] : []));
  const fromReferences = referencesOf(launch).flatMap(({ reference }) =>
    reference.name === 'command' && reference.argument && !isNested(reference) ? reference.argument : [],
  );
  return [...new Set([...fromInputs, ...fromReferences])];
}

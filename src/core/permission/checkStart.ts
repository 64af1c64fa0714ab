import * as l10n from '@vscode/l10n';
import { HumanError } from '../base/errors';
import { isOfWorkspace } from '../configuration/configurationSources';
import type { Consent } from './consent';
import type { Launch, LaunchMembers } from '../configuration/launch/kinds';
import { isElsewhere } from '../configuration/sameServer';
import { checkPolicy, type ServerPolicy } from './policy';
import type { ServerDefinition } from '../configuration/serverDefinition';

/** The current rules that decide if servers may start. */
export interface StartRules {
  readonly isTrusted: boolean;
  readonly policy: ServerPolicy;
  readonly consent: Pick<Consent, 'state' | 'changes'>;
}

/**
 * Returns why a server may not start now: its configuration is in a workspace that is not trusted, a policy forbids it, or the user has not
 * allowed it. Call it before variables are resolved, and again with the result.
 *
 * @param launch the launch, once its variables are resolved
 */
export function checkStart(
  definition: ServerDefinition,
  launch: Launch | undefined,
  { isTrusted, policy, consent }: StartRules,
): HumanError | undefined {
  const { name, source } = definition;
  if (!isTrusted && isOfWorkspace(source))
    return new HumanError(
      'untrusted',
      l10n.t(
        'The server “{0}” in {1} can’t start, because this workspace isn’t trusted. Trust the workspace to start the server.',
        name,
        source.label,
      ),
    );
  const refusal = checkPolicy(definition, launch, policy) ?? notHere(definition, launch) ?? noSandbox(definition);
  if (refusal) return refusal;
  switch (consent.state(definition)) {
    case 'agreed':
      return undefined;
    case 'declined':
      return new HumanError(
        'declined',
        l10n.t('You chose not to start the server “{0}”. To start it anyway, use the Servers view.', name),
      );
    case 'unknown': {
      const changes = consent.changes(definition).join('; ');
      const message =
        changes === ''
          ? l10n.t('The server “{0}” needs your permission to start.', name)
          : l10n.t('The server “{0}” needs your permission again: {1}.', name, changes);
      return new HumanError('notAllowed', message);
    }
  }
}

/** The error for a server that requires a sandbox: this extension has none, and does not start it without one. */
export function noSandbox({ name, launch }: { name: string; launch: LaunchMembers }): HumanError | undefined {
  if (launch.isSandboxed !== true) return undefined;
  return new HumanError(
    'policy',
    l10n.t(
      'The server “{0}” requires a sandbox, which isn’t supported here. To start the server without a sandbox, remove “sandboxEnabled”.',
      name,
    ),
  );
}

/** The error for a server of another machine. */
function notHere(definition: ServerDefinition, launch: Launch | undefined): HumanError | undefined {
  const { name, source } = definition;
  if (!isElsewhere(definition, launch ?? definition.launch)) return undefined;
  return new HumanError(
    'policy',
    l10n.t(
      'The server “{0}” in {1} runs on your local machine, but this window is connected to a remote machine. To use the server here, add it to the remote user configuration.',
      name,
      source.label,
    ),
  );
}

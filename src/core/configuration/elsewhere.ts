import * as l10n from '@vscode/l10n';
import { HumanError } from '../base/errors';
import type { ServerDefinition } from './serverDefinition';
import type { Launch, LaunchMembers } from './launch/kinds';
import { isLocalAddress } from './unencrypted';

/** True for a server of the user's own computer, where this runs on a remote machine: its process and its `localhost` are elsewhere. */
export function isElsewhere({ source }: Pick<ServerDefinition, 'source'>, { url }: LaunchMembers): boolean {
  return source.isElsewhere === true && (url === undefined || isLocalAddress(url));
}

/** The error for such a server. */
export function notHere(definition: ServerDefinition, launch: Launch | undefined): HumanError | undefined {
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

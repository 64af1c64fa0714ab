import * as l10n from '@vscode/l10n';
import { HumanError } from '../base/errors';
import type { LaunchMembers } from '../configuration/launch/kinds';

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

import * as l10n from '@vscode/l10n';
import { HumanError } from '../../core/base/errors';
import { showable } from '../../core/base/showable';
import type { Consent } from '../../core/servers/consent';
import { noSandbox } from '../../core/servers/noSandbox';
import type { ServerDefinition } from '../../core/servers/serverDefinition';
import { allowCommand, askCommand } from './allowCommand';

/** The reason why a server may not start now: the user has not allowed it, or it asks for something that it cannot have here. */
export function gate(definition: ServerDefinition, consent: Consent): HumanError | undefined {
  const refusal = noSandbox(definition);
  if (refusal) return refusal;
  const { name, launch, source } = definition;
  switch (consent.state(definition)) {
    case 'agreed':
      return undefined;
    case 'declined':
      return new HumanError(
        'declined',
        l10n.t(
          'You chose not to start the server “{0}”. To start it anyway, run: {1}',
          showable(name, ' '),
          askCommand(definition),
        ),
      );
    case 'unknown': {
      const description = showable(consent.describe(definition), ' ');
      const details = [
        showable(name, ' '),
        source.label,
        description,
        allowCommand(definition, consent.resolve(definition)),
      ] as const;
      return new HumanError(
        'notAllowed',
        launch.kind === 'stdio'
          ? l10n.t(
              'The MCP server “{0}” in {1} needs your permission to start. The server runs: {2} — To allow it, run this command in a terminal: {3}',
              ...details,
            )
          : l10n.t(
              'The MCP server “{0}” in {1} needs your permission to start. The server connects to: {2} — To allow it, run this command in a terminal: {3}',
              ...details,
            ),
      );
    }
  }
}

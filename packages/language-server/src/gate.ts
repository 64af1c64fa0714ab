import * as l10n from '@vscode/l10n';
import { HumanError } from '../../../src/core/base/errors';
import { showable } from '../../../src/core/base/showable';
import type { Consent } from '../../../src/core/permission/consent';
import { launchKindOf } from '../../../src/core/configuration/launch/kinds';
import { noSandbox } from '../../../src/core/permission/checkStart';
import type { ServerDefinition } from '../../../src/core/configuration/serverDefinition';
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
      const command = allowCommand(definition, consent.resolve(definition));
      const { words } = launchKindOf(launch);
      return new HumanError('notAllowed', words.question(showable(name, ' '), source.label, description, command));
    }
  }
}

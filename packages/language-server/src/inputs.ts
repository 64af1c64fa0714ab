import * as l10n from '@vscode/l10n';
import { HumanError } from '../../../src/core/base/errors';
import { showable } from '../../../src/core/base/showable';
import type { InputDefinition } from '../../../src/core/configuration/configuration';
import type { ServerDefinition } from '../../../src/core/configuration/serverDefinition';

const prefix = 'MCP_INPUT_';

type Environment = Readonly<Record<string, string | undefined>>;

/** The value of an input, from the environment as there is no dialog here. Throws a {@link HumanError} that names the variable. */
export function inputFrom(env: Environment, { id }: InputDefinition, { name }: ServerDefinition): string {
  const variable = `${prefix}${id.toUpperCase().replace(/[^A-Z0-9]/gu, '_')}`;
  const value = env[variable];
  if (value !== undefined) return value;
  throw new HumanError(
    'input',
    l10n.t(
      'The server “{0}” needs a value for “{1}”. Set the environment variable {2} and restart the editor.',
      showable(name, ' '),
      showable(id, ' '),
      variable,
    ),
  );
}

/** The environment for servers: without values that are meant for other programs. */
export function withoutInputs(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith(prefix)));
}

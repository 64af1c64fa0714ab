import * as l10n from '@vscode/l10n';
import { commands, window, type SecretStorage } from 'vscode';
import type { KeyValueStore } from '../../core/base/ports';
import type { InputDefinition, ServerPlace, ServerSource } from '../../core/configuration/configuration';
import type { ServerDefinition } from '../../core/configuration/serverDefinition';
import { legible } from '../../core/base/legible';
import { versioned } from '../../shared/storedVersion';
import { plainText } from '../base/plainText';

const namesKey = 'inputs';
const prefix = versioned('input/');

interface SavedValue {
  readonly name: string;
  readonly id: string;
  readonly source: string | undefined;
}

/** Asks for the values that a configuration declares as inputs, and saves them in the secret storage so that each is asked for once. */
export class Inputs {
  /** One question at a time: several servers may want the same value at once. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly secrets: SecretStorage,
    /** Saves the names of the stored values, to delete them. `SecretStorage.keys` of VS Code 1.105 could list them, too. */
    private readonly store: KeyValueStore,
    private readonly nameOf: (definition: ServerDefinition) => string,
  ) {}

  /** `undefined` if the user gave none. */
  ask(input: InputDefinition, definition: ServerDefinition): Promise<string | undefined> {
    const answer = this.#queue.then(() => this.#ask(input, definition));
    this.#queue = answer.catch(() => undefined);
    return answer;
  }

  /** True if a value is stored that {@link ask} would return. */
  readonly isSaved = ({ id }: InputDefinition, { source }: ServerPlace): boolean =>
    this.#names().includes(keyPrefixOf(source) + id);

  /** The stored values, without themselves. `id`: of the input, where one of the definitions has its source; `source`: its label. */
  saved(definitions: readonly ServerDefinition[]): readonly SavedValue[] {
    return this.#names().map((name) => {
      const definition = definitions.find(({ source }) => name.startsWith(keyPrefixOf(source)));
      const id = name.slice((definition ? keyPrefixOf(definition.source) : prefix).length);
      return { name, id, source: definition?.source.label };
    });
  }

  /** Deletes stored values; the next start asks again. */
  async forget(names: readonly string[]): Promise<void> {
    for (const name of names) await this.secrets.delete(name);
    await this.store.set(
      namesKey,
      this.#names().filter((name) => !names.includes(name)),
    );
  }

  async #ask(input: InputDefinition, definition: ServerDefinition): Promise<string | undefined> {
    if (input.kind === 'command') {
      const value: unknown = await commands.executeCommand(input.command, input.args);
      return typeof value === 'string' ? value : undefined;
    }
    const name = keyPrefixOf(definition.source) + input.id;
    const kept = await this.secrets.get(name);
    if (kept !== undefined) return kept;
    const value = await prompt(input, this.nameOf(definition));
    if (value === undefined) return undefined;
    await this.secrets.store(name, value);
    await this.store.set(namesKey, [...new Set([...this.#names(), name])]);
    return value;
  }

  #names(): readonly string[] {
    return (this.store.get(namesKey) as readonly string[] | undefined) ?? [];
  }
}

/** Key prefix for the stored input values of one configuration. */
function keyPrefixOf({ kind, id }: ServerSource): string {
  return `${prefix}${kind}/${encodeURIComponent(id)}/`;
}

async function prompt(
  input: Exclude<InputDefinition, { kind: 'command' }>,
  serverName: string,
): Promise<string | undefined> {
  const title = plainText(l10n.t('MCP Server “{0}”', serverName));
  const description = plainText(input.description ?? l10n.t('Value for “{0}”', input.id));
  if (input.kind === 'pickString') {
    const items = input.options.map(({ label, value }) => ({
      label: plainText(legible(label)),
      ...(label !== value && { description: plainText(legible(value)) }),
      value,
      picked: value === input.default,
    }));
    const options = { title, placeHolder: description, ignoreFocusOut: true };
    return (await window.showQuickPick(items, options))?.value;
  }
  return window.showInputBox({
    title,
    prompt: description,
    password: input.isPassword,
    ignoreFocusOut: true,
    ...(input.default !== undefined && { value: input.default }),
  });
}

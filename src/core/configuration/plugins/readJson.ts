import type { Sha256 } from '../../base/ports';
import { parseConfigurationText, problemOf } from '../configurationText';
import { pluginKinds } from '../configurationSources';
import type { ConfigurationProblem, ServerSource } from '../configuration';

export interface PluginPorts {
  /** Joins a directory and a path below it, in this machine's syntax. */
  readonly join: (directory: string, file: string) => string;
  /** Returns a file's text, or `undefined` if there is none; rejects if it cannot be read. */
  readonly readText: (file: string) => Promise<string | undefined>;
  /** Describes such an error in a sentence. */
  readonly describeError: (error: unknown) => string;
  /** Names of the directories in a directory; none if it cannot be read. */
  readonly listFolders: (directory: string) => Promise<readonly string[]>;
  /** Absolute path of a `file:` URI; `undefined` for any other. @throws if it is not valid */
  readonly pathOf: (uri: string) => string | undefined;
  readonly sha256: Sha256;
}

interface JsonFile {
  /** Empty if there is no such file. */
  readonly text: string;
  readonly value: unknown;
  readonly problem: ConfigurationProblem | undefined;
}

/** Reads a file about plugins. @param source that a problem names; the file itself without it */
export async function readJson(
  file: string,
  { readText, describeError }: Pick<PluginPorts, 'readText' | 'describeError'>,
  source: ServerSource = {
    kind: pluginKinds.user,
    format: 'plugin',
    id: file,
    label: file,
    file,
    folder: undefined,
  },
): Promise<JsonFile> {
  try {
    const text = (await readText(file)) ?? '';
    return { text, ...parseConfigurationText(source, text) };
  } catch (error) {
    return { text: '', value: undefined, problem: problemOf(source, describeError(error)) };
  }
}

import type { Sha256 } from '../base/ports';
import { isRecord } from './rawValue';
import type { InputDefinition, ServerSource } from './configuration';
import type { LaunchDefinition } from './launch/kinds';

/**
 * Identifies the launch that the user allows: the same for the same launch, whatever the order in the file, and another one as soon as
 * anything changes that decides what runs: command, arguments, folder, environment, sandbox, address, headers, the client that signs in, and
 * what its inputs suggest, offer or run. The source counts too, so that the same text in another folder is asked about again.
 * @param inputs those that the launch names
 */
export function definitionHash(
  source: ServerSource,
  launch: LaunchDefinition,
  inputs: readonly InputDefinition[],
  sha256: Sha256,
): string {
  // How a value is asked for decides nothing.
  const values = inputs.map((input) => ({ ...input, description: undefined, isPassword: undefined }));
  return sha256(
    canonicalJson({
      source: [source.kind, source.id, source.folder, source.format],
      // Every .code-workspace has the same source id.
      workspaceFile: source.kind === 'workspace' ? source.file : undefined,
      // Which transport is tried first changes nothing of what is reached.
      launch: { ...launch, type: undefined },
      inputs: values.sort((a, b) => (a.id < b.id ? -1 : 1)),
    }),
  );
}

/** JSON whose keys are sorted at every depth. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isRecord(value)) return value === undefined ? 'null' : JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${entries.join(',')}}`;
}

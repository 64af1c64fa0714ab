import type { Configured } from '../configuration';
import { isNested, referencesIn, substitute, type Reference } from './variableReferences';
import { absolutePath, valueByFormat, valueNow, type VariablePorts } from './variables';

/** The `envFile` that the start reads; `undefined` if that is not known yet. */
export function envFilePath(envFile: string, server: Configured, ports: VariablePorts): string | undefined {
  const references = referencesIn(envFile);
  // Nobody is asked for the file here. The start asks once the rest is allowed, and what is in the file is looked at then.
  const isAsked = (reference: Reference): boolean =>
    isNested(reference) || reference.name === 'input' || reference.name === 'command';
  if (references.some((reference) => valueByFormat(reference, server) === undefined && isAsked(reference)))
    return ports.askedEnvFiles?.get(server.hash);
  const values = new Map<string, string>();
  for (const reference of references) {
    const value = valueNow(reference, 'envFile', server, ports);
    if (value === undefined) return undefined;
    values.set(reference.text, value);
  }
  return absolutePath(substitute(envFile, values), server, ports);
}

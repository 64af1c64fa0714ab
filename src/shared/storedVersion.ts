/**
 * The version of all that is stored. It is part of the name of each value, secret and folder, so what another version stored is not found, and
 * readers get what they wrote. From the first release on, a change of stored data raises it, or reads what the version before stored.
 */
export const storedVersion = 'v1';

/** @param name of a value or a secret */
export function versioned(name: string): string {
  return `${storedVersion}.${name}`;
}

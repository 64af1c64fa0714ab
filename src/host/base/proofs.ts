import { createHmac, randomBytes } from 'node:crypto';
import { Uri, type Command } from 'vscode';

/** Length of a nonce in base64url. */
const nonceLength = 22;

const windowKey = randomBytes(32);
const usedProofs = new Set<string>();
const rows = new WeakSet<object>();

/** Stands in the context menus of our own pages: a page is read by nobody else. */
export const pageProof = randomBytes(16).toString('base64url');

/**
 * Adds a last argument to a command, which proves that a row, a lens, a link or a button of this window passes the others. It holds for
 * one run: other extensions can read lenses and links (`vscode.executeCodeLensProvider`).
 */
export function withProof(command: Command): Command {
  const args = (command.arguments ?? []) as unknown[];
  return { ...command, arguments: [...args, proofOf(command.command, args)] };
}

/** @returns the proof of one run of the command with these arguments */
export function proofOf(command: string, args: readonly unknown[]): string {
  return signed(randomBytes(16).toString('base64url'), command, args);
}

/** True if the last argument is an unused proof for this command and these arguments. Uses it up. */
export function takeProof(command: string, args: readonly unknown[]): boolean {
  const proof = args.at(-1);
  if (typeof proof !== 'string' || usedProofs.has(proof)) return false;
  const isOurs = proof === signedOrNone(proof.slice(0, nonceLength), command, args.slice(0, -1));
  if (isOurs) usedProofs.add(proof);
  return isOurs;
}

/** Notes a row that one of our trees hands to VS Code, which passes it to commands as the same object. Nobody else gets it. */
export function noteRow(row: object): void {
  rows.add(row);
}

export function isOwnRow(row: unknown): boolean {
  return typeof row === 'object' && row !== null && rows.has(row);
}

function signedOrNone(nonce: string, command: string, args: readonly unknown[]): string | undefined {
  try {
    return signed(nonce, command, args);
  } catch {
    // `structuredClone` throws on functions, such as a `toJSON` that makes arguments look like others.
    return undefined;
  }
}

function signed(nonce: string, command: string, args: readonly unknown[]): string {
  // A `Uri` caches fields once they are read, so its text is signed.
  const text = JSON.stringify([
    nonce,
    command,
    ...args.map((arg) => (arg instanceof Uri ? arg.toString() : structuredClone(arg))),
  ]);
  return nonce + createHmac('sha256', windowKey).update(text).digest('base64url');
}

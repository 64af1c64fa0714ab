// What a message in a session of the Copilot harness brought to the model.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { imagesOf, type ModelRequest } from './modelServer.js';
import { lastMessage } from './copilotChat.js';

/** A file that the model is told to read, with its content. */
export interface Snapshot {
  /** The base name of the file. */
  readonly name: string;
  readonly path: string;
  readonly bytes: Buffer;
}

/** The files that the last message names for the model to read, in its order. */
export function snapshotsOf(request: ModelRequest): Promise<readonly Snapshot[]> {
  const [, block = ''] = /<tagged_files>\n([\s\S]*?)\n<\/tagged_files>/u.exec(lastMessage(request)) ?? [];
  // A line that tells an error names no file.
  const files = [...block.matchAll(/^\* (\/.*?)(?: \([^()]*\))?$/gmu)].map(([, file = '']) => file);
  return Promise.all(
    files.map(async (file) => ({ name: path.basename(file), path: file, bytes: await readFile(file) })),
  );
}

/** The name of the file that the last message has as a selection of the user's, of which it holds the first characters. */
export function selectionOf(request: ModelRequest): string | undefined {
  const file = /<ide_selection>[\s\S]*?\nFile: (.*) \(lines/u.exec(lastMessage(request))?.[1];
  return file === undefined ? undefined : path.basename(file);
}

/** The texts of {@link snapshotsOf}, by name. */
export async function textsOf(request: ModelRequest): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await snapshotsOf(request)).map(({ name, bytes }) => [name, bytes.toString()]));
}

/** Data URLs of the images of all messages. */
export const allImagesOf = ({ messages }: ModelRequest): readonly string[] => messages.flatMap(imagesOf);

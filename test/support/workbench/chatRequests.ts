// Reads the chat probe's records (test/support/chatProbe) of every message.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

export interface ChatReference {
  readonly kind: 'uri' | 'location' | 'binary' | 'string' | 'other';
  readonly id: string;
  readonly name?: string;
  /** In the form of `Uri.toString()`. */
  readonly uri?: string;
  /** The text of the `TextDocument`. */
  readonly text?: string;
  /** Size of the file, in bytes. */
  readonly size?: number;
  readonly mimeType?: string;
  readonly textError?: string;
  readonly sizeError?: string;
  /** The range of a `location`, zero-based. */
  readonly range?: { readonly startLine: number; readonly endLine: number };
}

export interface ChatRequest {
  readonly mode: 'ask' | 'agent';
  readonly prompt: string;
  readonly references: readonly ChatReference[];
  readonly toolReferences: readonly string[];
  /** Results of the prompt's lines `call <tool> <json>`, in order. */
  readonly toolResults: readonly ToolResult[];
  /** Every tool that the model was offered. */
  readonly toolsOffered: readonly { readonly name: string; readonly description: string }[];
}

/** A part of a tool's result. */
interface ChatPart {
  readonly text?: string;
  /** The type of a data part. */
  readonly mimeType?: string;
  /** In bytes. */
  readonly size?: number;
}

export interface ToolResult {
  readonly tool: string;
  readonly parts?: readonly ChatPart[];
  readonly error?: string;
}

export async function readChatRequests(file: string): Promise<readonly ChatRequest[]> {
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as ChatRequest);
}

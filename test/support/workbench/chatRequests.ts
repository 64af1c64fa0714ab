// What the chat probe (test/support/chatProbe) writes about every message.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

export interface ChatReference {
  readonly kind: 'uri' | 'location' | 'binary' | 'string' | 'other';
  readonly id: string;
  readonly name?: string;
  /** As `Uri.toString()` gives it. */
  readonly uri?: string;
  /** The text as a `TextDocument` has it. */
  readonly text?: string;
  /** Bytes, as the file system reads them. */
  readonly size?: number;
  readonly mimeType?: string;
  readonly textError?: string;
  readonly sizeError?: string;
  /** Zero-based, of a `location`. */
  readonly range?: { readonly startLine: number; readonly endLine: number };
}

export interface ChatRequest {
  readonly mode: 'ask' | 'agent';
  readonly prompt: string;
  readonly command?: string;
  readonly references: readonly ChatReference[];
  readonly toolReferences: readonly string[];
  /** Of the lines `call <tool> <json>` of the prompt, in their order. */
  readonly toolResults: readonly ToolResult[];
  /** Every tool that the model could have called. */
  readonly toolsOffered: readonly { readonly name: string; readonly description: string }[];
}

/** A part of a tool's result. */
interface ChatPart {
  readonly text?: string;
  /** Of data. */
  readonly mimeType?: string;
  /** Bytes. */
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

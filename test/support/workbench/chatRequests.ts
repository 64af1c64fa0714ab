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

/** A part of a message or of a tool's result. */
export interface ChatPart {
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

/** What somebody asked the model directly. */
export interface ModelRequest {
  readonly kind: 'model';
  readonly messages: readonly { readonly role: number; readonly content: readonly ChatPart[] }[];
}

export async function readChatRequests(file: string): Promise<readonly ChatRequest[]> {
  return (await readLog(file)).filter((one) => !isModelRequest(one)) as ChatRequest[];
}

export async function readModelRequests(file: string): Promise<readonly ModelRequest[]> {
  return (await readLog(file)).filter(isModelRequest);
}

async function readLog(file: string): Promise<readonly (ChatRequest | ModelRequest)[]> {
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as ChatRequest | ModelRequest);
}

function isModelRequest(one: ChatRequest | ModelRequest): one is ModelRequest {
  return 'kind' in one;
}

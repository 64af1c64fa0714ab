import { displayName } from '../resource/displayName';
import { chatImageType } from '../content/chatImages';
import { bareMimeType, isImage } from '../content/mimeTypes';
import type { Part } from '../content/part';
import { fileName } from '../content/virtualPath';
import type { Resource } from '../resource/resource';
import type { Weighed } from '../chat/budget';
import type { Content } from '../content/content';
import type { PickedResource } from './contextSet';

/**
 * Type of a file in a chat: `unusable` are images of types or sizes that it drops, `binary` is shown to a model as a hex dump.
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/extension/prompts/node/panel/binaryFileHexdump.tsx
 */
export type OutgoingKind = 'text' | 'image' | 'pdf' | 'unusable' | 'binary';

/** A file that goes into a chat. */
export interface OutgoingFile extends Omit<Weighed, 'tokens'> {
  readonly resource: PickedResource;
  /** `undefined` for all of the resource. */
  readonly part: Part | undefined;
  readonly name: string;
  readonly kind: OutgoingKind;
  readonly bytes: Uint8Array;
}

/** A file of a message with its tokens; 0 if it isn't text. */
export type Outgoing = OutgoingFile & Weighed;

/**
 * Maximum number of files of one resource that are attached one by one: more are too many to look through. One by one, because a chat has
 * one budget for all attachments and empties each file that does not fit: of a single file with everything in it, nothing would be left.
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/extension/prompts/node/agent/agentPrompt.tsx (AgentUserMessage, TokenLimit)
 */
export const maxFiles = 20;

/**
 * VS Code treats files with these names as images, and drops them.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/attachments/chatAttachmentModel.ts (addFile)
 */
const imageNames = /\.(png|jpe?g|gif|bmp|webp)$/iu;

type Annotations = Pick<Resource, 'priority' | 'audience'>;

/**
 * The files of a read that go into a chat: all of it in one file or, of several files, the texts and the images.
 *
 * @param content of a single file of several that the user chose: only that file
 */
export function outgoingOf(
  resource: PickedResource,
  content: Content,
  annotations: Partial<Annotations> = {},
): readonly OutgoingFile[] {
  const { parts } = content;
  const { priority, audience } = annotations;
  const file = (part: Part | undefined): OutgoingFile => {
    const { bytes } = part ?? content;
    const wholeFile = {
      path: fileName({ ...resource, mimeType: content.mimeType }),
      mimeType: content.mimeType,
      isText: parts.length > 1 || parts[0]?.isText !== false,
    };
    const kind = outgoingKindOf(bytes, part ?? wholeFile);
    return { resource, part, name: part?.path ?? displayName(resource), kind, bytes, priority, audience };
  };
  if (resource.part) return [file(parts[0])];
  if (parts.length < 2) return [file(undefined)];
  const texts = parts.filter(({ isText }) => isText);
  const images = parts.filter(isChatImage);
  const isOneByOne = texts.length > 1 ? texts.length <= maxFiles : texts.length === 0 && images.length > 0;
  const documents = isOneByOne ? texts.map(file) : [file(undefined)];
  return [...documents, ...images.slice(0, maxFiles).map(file)];
}

/** Names of the files that are not attached, of a resource with several. */
export function leftBehind(content: Content, attached: readonly OutgoingFile[]): readonly string[] {
  if (content.parts.length < 2) return [];
  const parts = content.parts.filter((part) => !part.isText && !attached.some((file) => file.part === part));
  return parts.map(({ path }) => path);
}

function isChatImage({ isText, bytes }: Part): boolean {
  return !isText && chatImageType(bytes) !== undefined;
}

function outgoingKindOf(
  bytes: Uint8Array,
  {
    path,
    mimeType,
    isText,
  }: { readonly path: string; readonly mimeType: string | undefined; readonly isText: boolean },
): OutgoingKind {
  if (isText) return 'text';
  if (chatImageType(bytes) !== undefined) return 'image';
  if (isImage(mimeType) || imageNames.test(path)) return 'unusable';
  return bareMimeType(mimeType ?? '') === 'application/pdf' ? 'pdf' : 'binary';
}

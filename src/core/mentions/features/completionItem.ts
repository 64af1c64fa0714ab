import {
  CompletionItem,
  type Command,
  type CompletionItemKind,
  type InsertReplaceEdit,
  type TextEdit,
} from 'vscode-languageserver-protocol';
import { factLine } from '../../base/format';
import { legible } from '../../base/legible';
import { words } from '../../base/untrusted';
import type { FeatureParts } from './feature';
import type { TypedMention } from './typedMention';

/** A completion, before it becomes an item of the protocol. Its texts may come from a server. */
export interface CompletionChoice {
  readonly kind: CompletionItemKind;
  readonly label: string;
  /** Replaces the mention. */
  readonly insertText: string;
  /** End of the replaced mention, behind the cursor. */
  readonly end: number;
  /** Distinguish it from others, in a few words each. */
  readonly facts: readonly (string | undefined)[];
  /** URI of a resource or template. */
  readonly uri?: string | undefined;
  readonly description?: string | undefined;
  /** True if more has to be chosen after it. */
  readonly goesOn: boolean;
  /** Run when it is chosen. */
  readonly command?: Command | undefined;
}

const maxLabelLength = 120;
const maxDetailLength = 200;
const maxDescriptionLength = 300;
/** A command of VS Code. */
const suggestAgain = 'editor.action.triggerSuggest';

/** The items are filtered and sorted already: the editor finds the typed text in each of them, and keeps the order. */
export function completionItem(
  { client, commands }: Pick<FeatureParts, 'client' | 'commands'>,
  typed: TypedMention,
  line: number,
  choice: CompletionChoice,
  rank: number,
): CompletionItem {
  const { kind, label, uri, goesOn } = choice;
  const command = goesOn ? { title: '', command: suggestAgain } : choice.command;
  const facts = words(factLine(choice.facts), maxDetailLength) ?? '';
  const detail = client.hasLabelDetails ? words(uri && legible(uri), maxDetailLength) : facts;
  const documentation = words(choice.description, maxDescriptionLength);
  return {
    ...CompletionItem.create(words(label, maxLabelLength) ?? choice.insertText),
    kind,
    ...(client.hasLabelDetails && { labelDetails: { description: facts } }),
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation }),
    filterText: typed.text,
    sortText: String(rank).padStart(4, '0'),
    textEdit: editOf(client.hasInsertReplace, typed, line, choice),
    ...(command && commands && { command }),
  };
}

function editOf(
  hasInsertReplace: boolean,
  { start, text }: TypedMention,
  line: number,
  { insertText: newText, end }: CompletionChoice,
): TextEdit | InsertReplaceEdit {
  const rangeTo = (character: number) => ({ start: { line, character: start }, end: { line, character } });
  const insert = rangeTo(start + text.length);
  return hasInsertReplace ? { newText, insert, replace: rangeTo(end) } : { newText, range: insert };
}

import * as l10n from '@vscode/l10n';
import type { ChatResponseStream } from 'vscode';
import { factLine } from '../../core/base/format';
import { escapeMarkdown, referenceTitle } from '../../core/base/markdownText';
import type { CatalogEntry } from '../../core/catalog/catalog';
import { isOnItsWay } from '../../core/context/waitForLists';
import { Description } from '../../core/describe/description';
import { emptyReason } from '../panel/emptyReason';
import { PanelActions } from '../panel/panelActions';
import { statusRows } from '../servers/statusRows';
import type { Answer, AnswerParts } from './findAnswer';

const maxLength = 500;

/** Writes what of the message was not understood, then the list, or why there is none. */
export async function writeAnswer(answer: Answer, stream: ChatResponseStream, parts: AnswerParts): Promise<void> {
  const { result, entries, sentence } = answer;
  for (const { message } of result.view.query.problems) stream.markdown(`${escapeMarkdown(message, maxLength)}\n\n`);
  if (entries.length === 0) {
    const { title, text } = await whyNothing(answer, parts);
    stream.markdown(`**${escapeMarkdown(title)}**\n\n${text && escapeMarkdown(text, maxLength)}`);
    return;
  }
  const note = isLoading(parts) ? `${l10n.t('Resources are still loading.')} ` : '';
  stream.markdown(`${note}${sentence}\n\n`);
  for (const entry of entries) writeItem(entry, stream, parts);
}

/** As the search page says it, which has buttons for it. */
async function whyNothing({ result }: Answer, parts: AnswerParts) {
  const { catalog, connections, sources, templates, visibility } = parts;
  const { all } = connections;
  const isArriving = isLoading(parts);
  return emptyReason(
    {
      ...result,
      hidden: await visibility.summary(),
      unknownServer: undefined,
      known: catalog.table.size,
      absent: undefined,
      isLoading: isArriving,
      isArriving,
      connections: all,
      rows: statusRows(all, sources.problems, catalog, templates),
    },
    new PanelActions(() => Promise.resolve()),
  );
}

function isLoading({ connections, catalog }: AnswerParts): boolean {
  return connections.all.some((connection) => isOnItsWay(connection, catalog));
}

/**
 * An item with the resource's title, a link to its file, its server and short facts. VS Code shows a file by its name alone, so the title
 * stands before a name that does not begin with it.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/widget/chatContentParts/chatInlineAnchorWidget.ts (InlineAnchorWidget)
 */
function writeItem({ serverId, resource }: CatalogEntry, stream: ChatResponseStream, parts: AnswerParts): void {
  const { files, clock, connections } = parts;
  const { title, type, size, age } = new Description(resource, clock.now());
  const uri = files.uri(serverId, resource);
  const file = uri.path.slice(1);
  const server = connections.get(serverId)?.definition.name;
  const facts = [server, type, size, age].map((fact) => fact && escapeMarkdown(fact));
  stream.markdown(file === title || file.startsWith(`${title}.`) ? '- ' : `- **${escapeMarkdown(title)}** `);
  stream.anchor(uri, referenceTitle(file));
  stream.markdown(` — ${factLine(facts)}\n`);
}

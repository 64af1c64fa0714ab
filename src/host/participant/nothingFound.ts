import type { ChatResponseStream, Command } from 'vscode';
import { isOnItsWay } from '../../core/context/waitForLists';
import { escapeMarkdown } from '../../core/base/markdownText';
import { actionCommand } from '../base/serverActions';
import { emptyReason, type EmptyFacts } from '../panel/emptyReason';
import { PanelActions } from '../panel/panelActions';
import { statusRows } from '../servers/statusRows';
import type { ParticipantParts } from './participantParts';

type Empty = Pick<EmptyFacts, 'outOf' | 'hidden' | 'strictest' | 'unknownServer'>;
type Known = Pick<ParticipantParts, 'catalog' | 'connections' | 'sources' | 'templates'>;

/** Explains why nothing was found and what to do, as the search panel does. */
export function tellNothingFound(stream: ChatResponseStream, found: Empty, known: Known): void {
  const { catalog, connections, sources, templates } = known;
  const { all } = connections;
  const isLoading = all.some((connection) => isOnItsWay(connection, catalog));
  const commands: Command[] = [];
  const actions = new PanelActions((action) => {
    commands.push(actionCommand(action));
    return Promise.resolve();
  });
  const reason = emptyReason(
    {
      ...found,
      known: catalog.size,
      absent: undefined,
      isLoading,
      isArriving: isLoading,
      connections: all,
      rows: statusRows(all, sources.problems, catalog, templates),
    },
    actions,
  );
  stream.markdown(`**${escapeMarkdown(reason.title)}**\n\n`);
  if (reason.text) stream.markdown(`${escapeMarkdown(reason.text, 500)}\n\n`);
  for (const { id, label } of reason.actions) {
    void actions.run(id);
    const command = commands.pop();
    if (command) stream.button({ ...command, title: label });
  }
}

import * as l10n from '@vscode/l10n';
import type { LanguageModelTool } from 'vscode';
import { isFields } from '../../core/base/values';
import type { Logger } from '../../core/base/ports';
import type { ContextSet } from '../../core/context/contextSet';
import { waitForTemplates, wakeAndWait, type WakePorts } from '../../core/context/waitForLists';
import { folderIn, readContextInput, readListInput } from '../../core/tools/toolInputs';
import { withNamedQuery } from '../../core/tools/resolveTarget';
import type { NamePorts } from '../../core/tools/resourceName';
import { listFolder } from '../../core/tools/listFolder';
import { listResources, type ListPorts } from '../../core/tools/listResources';
import { nearestUris } from '../../core/search/nearest';
import type { Visibility } from '../../core/search/visibility';
import type { HeldSkill } from '../../core/skills/skills';
import type { ReadAllowances } from '../../core/tools/readAllowances';
import { reportContext, type ContextPorts } from '../../core/tools/reportContext';
import { tools } from '../base/ids';
import { ReadTool } from './readTool';
import { budgetOf, plainMarkdown, runCall, shown, toResult, type BudgetPorts } from './toolRun';

export type ToolParts = ListPorts &
  ContextPorts &
  WakePorts &
  Pick<NamePorts, 'fileAt'> &
  BudgetPorts & {
    readonly picked: Pick<ContextSet, 'get' | 'isChosen'>;
    readonly visibility: Pick<Visibility, 'isTemplateVisible'>;
    readonly allowances: Pick<ReadAllowances, 'has'>;
    readonly log: Logger;
  };

/** Tools with which models list and read resources, and see the user's context, by name. */
export function resourceTools(
  parts: ToolParts,
): Readonly<Record<(typeof tools)[keyof typeof tools], LanguageModelTool<unknown>>> {
  /** A call follows from the user's prompt, so it may start servers. */
  const ready = (signal: AbortSignal): Promise<void> => wakeAndWait(parts, signal);
  const loaded = new Map<string, HeldSkill>();
  const newRead = (isFolder: boolean): ReadTool =>
    new ReadTool({
      ...parts,
      isFolder,
      loaded,
      ready,
      templatesReady: (servers, signal) => waitForTemplates(parts, servers, signal),
      nearest: (uri, signal) => nearestUris(parts, uri, signal),
      listedBy: (uri) =>
        parts.connections.all.flatMap(({ definition: { id, name } }) => (parts.catalog.find(id, uri) ? name : [])),
    });
  const read = newRead(false);
  return {
    [tools.list]: listTool(parts, ready, newRead(true)),
    [tools.read]: read,
    [tools.context]: contextTool(parts, ready, read),
  };
}

type Ready = (signal: AbortSignal) => Promise<void>;

function listTool(parts: ToolParts, ready: Ready, folders: ReadTool): LanguageModelTool<unknown> {
  return {
    prepareInvocation: ({ input }) => {
      const folder = folderIn(input);
      if (folder) return folders.prepareInvocation({ input: folder });
      const query = isFields(input) && typeof input['query'] === 'string' ? input['query'].trim() : '';
      const message =
        query === '' ? l10n.t('Listing MCP resources') : l10n.t('Searching MCP resources for “{0}”', shown(query));
      return { invocationMessage: plainMarkdown(message) };
    },
    invoke: (options, token) =>
      runCall(token, parts.log, async (signal) => {
        const folder = folderIn(options.input);
        const target = folder && (await folders.target(folder, signal));
        await ready(signal);
        const listInput = readListInput(target ? options.input : await withNamedQuery(parts, options.input, signal));
        const budget = budgetOf(options, parts);
        const text = target
          ? await listFolder(parts, target, listInput, budget, signal)
          : await listResources(parts, listInput, budget, signal);
        return toResult([{ kind: 'text', text }]);
      }),
  };
}

function contextTool(parts: ToolParts, ready: Ready, read: ReadTool): LanguageModelTool<unknown> {
  return {
    prepareInvocation: () => ({ invocationMessage: l10n.t('Looking up MCP resources in the context') }),
    invoke: (options, token) =>
      runCall(token, parts.log, async (signal) => {
        const { read: readInput, ...reportInput } = readContextInput(options.input);
        const budget = budgetOf(options, parts, readInput?.range);
        await ready(signal);
        if (readInput) return toResult(await read.readPicked(readInput, budget, signal));
        return toResult(await reportContext(parts, { ...reportInput, ...budget }, signal));
      }),
  };
}

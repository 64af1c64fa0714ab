import * as l10n from '@vscode/l10n';
import { ThemeIcon, window, type QuickInputButton, type QuickPickItem } from 'vscode';
import { DisposableStore } from '../../core/base/disposable';
import { legible } from '../../core/base/legible';
import type { ResolvedParts } from '../../core/configuration/launch/resolvedParts';
import { describeSources, type ServerDefinition } from '../../core/configuration/serverDefinition';
import type { HostLogger } from '../base/log';
import { plainText } from '../base/plainText';
import { showPicker } from '../base/showPicker';
import { showErrorsOf } from '../base/tell';
import type { ReviewAnswer, ShownLaunches } from './shownLaunches';
import { factLine, labelled } from '../../core/base/format';

/** A server as the question shows it. */
export interface ReviewedServer {
  readonly definition: ServerDefinition;
  readonly answer: 'agreed' | 'declined' | 'unknown';
  /** The text that was allowed before its definition changed, or what that resolves to. */
  readonly former: string | undefined;
  /** Says what else it runs than was allowed, though its definition is the same. */
  readonly changes: readonly string[];
  /** Resolved launches of the server and its copies while it is shown, by hash. */
  readonly resolved: readonly (readonly [hash: string, ResolvedParts])[];
}

interface Row extends QuickPickItem {
  readonly server: ReviewedServer;
}

/**
 * Asks which servers may start. New ones are not checked, so that nothing is allowed by Enter alone. Declining one is a button of its row
 * and applies at once.
 * @param servers current answers about the servers in question
 * @returns those that are checked, as they were shown; `undefined` if the user leaves
 */
export async function pickServersToStart(
  servers: () => readonly ReviewedServer[],
  launches: ShownLaunches,
  decline: (server: ReviewedServer) => Promise<void>,
  log: HostLogger,
): Promise<readonly ReviewedServer[] | undefined> {
  const store = new DisposableStore();
  const picker = store.add(window.createQuickPick<Row>());
  picker.canSelectMany = picker.ignoreFocusOut = picker.matchOnDescription = picker.matchOnDetail = true;
  picker.keepScrollPosition = true;
  picker.title = l10n.t('Select MCP Servers to Start');
  picker.placeholder = l10n.t('Review each command or URL before you continue');
  const buttons = reviewButtons();
  const fill = (checked: ReadonlySet<string>): void => {
    const active = picker.activeItems[0]?.server.definition.id;
    picker.items = servers().map((server) => pickerRow(server, launches, buttons));
    picker.selectedItems = picker.items.filter(({ server }) => checked.has(server.definition.id));
    if (active !== undefined) picker.activeItems = picker.items.filter(({ server }) => server.definition.id === active);
  };
  const checked = (): Set<string> => new Set(picker.selectedItems.map(({ server }) => server.definition.id));
  const press = async (server: ReviewedServer, button: QuickInputButton): Promise<void> => {
    const { definition, former } = server;
    const still = checked();
    if (button === buttons.decline) {
      await decline(server);
      still.delete(definition.id);
    } else if (button === buttons.show || button === buttons.hide) launches.toggleSecrets(definition);
    else return launches.open(definition, former);
    fill(still);
  };
  fill(new Set(servers().flatMap(({ answer, definition }) => (answer === 'agreed' ? definition.id : []))));
  store.add(picker.onDidTriggerItemButton(({ item, button }) => showErrorsOf(() => press(item.server, button), log)));
  return showPicker(picker, store, () => picker.selectedItems.map(({ server }) => server));
}

/** Asks about one server, whose launch stands in the row. `undefined` if the user decides later. */
export async function decideServer(server: ReviewedServer, launches: ShownLaunches): Promise<ReviewAnswer | undefined> {
  const { definition } = server;
  const store = new DisposableStore();
  const picker = store.add(window.createQuickPick<QuickPickItem & { readonly answer: ReviewAnswer }>());
  picker.ignoreFocusOut = true;
  picker.title = l10n.t('Allow “{0}” to Start?', plainText(legible(definition.name)));
  const note = server.answer === 'declined' ? undefined : noteOf(server, launches);
  const place = labelled(l10n.t('Configured in'), describeSources(definition));
  picker.placeholder = plainText(factLine([place, note]));
  const { show, hide } = reviewButtons();
  const fill = (): void => {
    picker.items = [
      { label: l10n.t('Allow'), detail: plainText(launches.line(definition)), answer: 'allow' },
      { label: l10n.t('Don’t Allow'), answer: 'decline' },
    ];
    if (launches.hasSecrets(definition)) picker.buttons = [launches.areSecretsShown(definition) ? hide : show];
  };
  fill();
  store.add(
    picker.onDidTriggerButton(() => {
      launches.toggleSecrets(definition);
      fill();
    }),
  );
  return showPicker(picker, store, () => picker.activeItems[0]?.answer);
}

function reviewButtons() {
  const button = (icon: string, tooltip: string): QuickInputButton => ({ iconPath: new ThemeIcon(icon), tooltip });
  return {
    show: button('eye', l10n.t('Show Hidden Values')),
    hide: button('eye-closed', l10n.t('Hide Values')),
    open: button('open-preview', l10n.t('Open in Editor')),
    compare: button('diff', l10n.t('Show Changes')),
    decline: button('circle-slash', l10n.t('Don’t Allow')),
  };
}

function pickerRow(server: ReviewedServer, launches: ShownLaunches, buttons: ReturnType<typeof reviewButtons>): Row {
  const { definition, answer, former } = server;
  const secrets = launches.areSecretsShown(definition) ? buttons.hide : buttons.show;
  const note = noteOf(server, launches);
  return {
    label: plainText(legible(definition.name)),
    description: plainText(factLine([describeSources(definition), note])),
    detail: plainText(launches.line(definition)),
    buttons: [
      ...(launches.hasSecrets(definition) ? [secrets] : []),
      ...(former !== undefined ? [buttons.compare] : launches.fitsLine(definition) ? [] : [buttons.open]),
      ...(answer === 'declined' ? [] : [buttons.decline]),
    ],
    server,
  };
}

/** Says what is different from what was allowed, as far as the launch itself does not show it. */
export function noteOf(
  { definition, answer, former, changes }: ReviewedServer,
  launches: ShownLaunches,
): string | undefined {
  if (answer === 'declined') return l10n.t('not allowed');
  if (changes.length > 0) return changes.map(legible).join('; ');
  if (former === undefined) return undefined;
  return former === launches.text(definition)
    ? l10n.t('a hidden value has changed since you allowed the server')
    : l10n.t('changed since you allowed the server');
}

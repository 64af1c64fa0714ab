import * as l10n from '@vscode/l10n';
import type { Clock } from '../../core/base/clock';
import { ago } from '../../core/base/format';
import type { SavedSets } from '../../core/context/savedSets';
import type { Connections } from '../../core/connection/connections';
import { Credentials } from '../../core/mcp/auth/credentials';
import { lineOfText } from '../../core/configuration/launch/describeLaunch';
import type { Answer, Consent } from '../../core/permission/consent';
import { withCopies, type ServerDefinition } from '../../core/configuration/serverDefinition';
import { plainUrl } from '../../core/configuration/plainUrl';
import { SignInUses } from './signInUses';
import type { CredentialStore } from '../../core/session/session';
import type { ReadAllowances } from '../../core/tools/readAllowances';
import type { WebConsent } from '../network/webConsent';
import type { Inputs } from '../configuration/inputs';
import type { PermissionKind } from './managePermissions';
import { setPermissions } from './setPermissions';
import type { ShownLaunches } from '../permission/shownLaunches';
import type { SignIns } from './signIn';

export interface PermissionParts {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly consent: Consent;
  readonly launches: Pick<ShownLaunches, 'openText'>;
  readonly web: WebConsent;
  readonly allowances: ReadAllowances;
  readonly inputs: Inputs;
  readonly credentials: CredentialStore;
  readonly signIns: Pick<SignIns, 'signOut'>;
  readonly sets: SavedSets;
}

/** Permissions that users give to servers, as {@link PermissionKind}s. */
export function permissionKinds(parts: PermissionParts): readonly PermissionKind[] {
  return [
    answers(parts, 'agreed', () => l10n.t('Allowed servers')),
    answers(parts, 'declined', () => l10n.t('Servers not allowed')),
    readers(parts),
    webSites(parts),
    signedIn(parts),
    savedValues(parts),
    setPermissions(parts.sets, parts.clock),
  ];
}

function answers(
  { consent, connections, launches, clock }: PermissionParts,
  kind: Answer['answer'],
  title: () => string,
): PermissionKind {
  return {
    title,
    onDidChange: consent.onDidChange,
    list: () =>
      consent
        .all()
        .filter(({ answer, hash }) => answer === kind && !isCopy(connections, hash, consent.all()))
        .map(({ hash, serverName, source, givenAt, shown }) => ({
          label: serverName,
          description: `${source} · ${ago(givenAt, clock.now())}`,
          detail: lineOfText(shown),
          open: () => launches.openText(serverName, hash, shown),
          takeBack: () => consent.forgetAnswers([hash, ...sharing(connections, hash).map((one) => one.hash)]),
        })),
  };
}

function readers({ allowances, connections }: PermissionParts): PermissionKind {
  const listed = (): readonly { readonly hash: string }[] => {
    const all = allowances.hashes.map((hash) => ({ hash }));
    return all.filter(({ hash }) => !isCopy(connections, hash, all));
  };
  return {
    title: () => l10n.t('Servers that models can read from without asking'),
    onDidChange: allowances.onDidChange,
    list: () =>
      listed().map(({ hash }) => {
        const { name, source } = sharing(connections, hash)[0] ?? {};
        return {
          label: name ?? l10n.t('server removed'),
          ...(source && { description: source.label }),
          takeBack: () => allowances.revoke([{ hash }, ...sharing(connections, hash)]),
        };
      }),
  };
}

function webSites({ web }: PermissionParts): PermissionKind {
  return {
    title: () => l10n.t('Allowed websites'),
    list: () => web.origins.map((origin) => ({ label: origin, takeBack: () => web.forget(origin) })),
  };
}

/** An address that contains a variable is the one that was used last: resolving it could ask the user for a value. */
function signedIn({ connections, credentials, signIns }: PermissionParts): PermissionKind {
  const uses = new SignInUses(credentials);
  return {
    title: () => l10n.t('Sign-ins'),
    list: async () => {
      const all = connections.all.map(async (connection) => {
        const { definition } = connection;
        const { launch, name, source } = definition;
        const url = plainUrl(launch) ?? ('url' in launch ? await uses.urlOf(definition) : undefined);
        const isSignedIn = url !== undefined && (await new Credentials(credentials, url).signIn()) !== undefined;
        const row = { label: name, description: source.label, takeBack: () => signIns.signOut(connection) };
        return isSignedIn ? [{ ...row, detail: url }] : [];
      });
      return (await Promise.all(all)).flat();
    },
  };
}

function savedValues({ inputs, connections }: PermissionParts): PermissionKind {
  return {
    title: () => l10n.t('Saved inputs'),
    list: () =>
      inputs.saved(connections.all.map(({ definition }) => definition)).map(({ name, id, source }) => ({
        label: id,
        ...(source !== undefined && { description: source }),
        takeBack: () => inputs.forget([name]),
      })),
  };
}

/** A definition and its copies, which share their answers: all of those, by the hash of any; none if it is not configured. */
function sharing(connections: Connections, hash: string): readonly ServerDefinition[] {
  const groups = connections.all.map(({ definition }) => withCopies([definition]));
  return groups.find((group) => group.some((one) => one.hash === hash)) ?? [];
}

/** True for a copy whose first definition is among these, too. */
function isCopy(connections: Connections, hash: string, listed: readonly { readonly hash: string }[]): boolean {
  const [first] = sharing(connections, hash);
  return first !== undefined && first.hash !== hash && listed.some((one) => one.hash === first.hash);
}

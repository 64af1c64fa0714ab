import * as l10n from '@vscode/l10n';
import { ago, factLine } from '../../core/base/format';
import type { Connections } from '../../core/connection/connections';
import { Credentials } from '../../core/mcp/auth/credentials';
import { lineOfText } from '../../core/configuration/launch/describeLaunch';
import type { Answer } from '../../core/permission/consent';
import { withCopies, type ServerDefinition } from '../../core/configuration/serverDefinition';
import { plainUrl } from '../../core/configuration/plainUrl';
import { SignInUses } from './signInUses';
import type { WebConsent } from '../network/webConsent';
import type { PermissionKind } from './managePermissions';
import type { ServersNeeds } from './openControl';
import { setPermissions } from './setPermissions';
import type { SignIns } from './signIn';

/** Permissions that users give to servers, as {@link PermissionKind}s. */
export function permissionKinds(
  needs: ServersNeeds,
  signIns: Pick<SignIns, 'signOut'>,
  web: WebConsent,
): readonly PermissionKind[] {
  return [
    answers(needs, 'agreed', () => l10n.t('Allowed servers')),
    answers(needs, 'declined', () => l10n.t('Servers not allowed')),
    readers(needs),
    skills(needs),
    webSites(web),
    signedIn(needs, signIns),
    savedValues(needs),
    setPermissions(needs.sets, needs.base.clock),
  ];
}

function answers(
  { base, core: { connections }, permission: { consent, review } }: ServersNeeds,
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
          description: `${source} · ${ago(givenAt, base.clock.now())}`,
          detail: lineOfText(shown),
          open: async () => (await review.get()).launches.openText(serverName, hash, shown),
          takeBack: () => consent.forgetAnswers([hash, ...sharing(connections, hash).map((one) => one.hash)]),
        })),
  };
}

function readers({ core: { connections }, permission: { allowances } }: ServersNeeds): PermissionKind {
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

function skills({ base, core: { skillPermissions } }: ServersNeeds): PermissionKind {
  return {
    title: () => l10n.t('Skills that models may load'),
    onDidChange: skillPermissions.onDidChange,
    list: () =>
      skillPermissions.all.map((skill) => ({
        label: skill.name,
        description: factLine([skill.serverName, ago(skill.at, base.clock.now())]),
        detail: skill.uri,
        takeBack: () => skillPermissions.takeBack(skill),
      })),
  };
}

function webSites(web: WebConsent): PermissionKind {
  return {
    title: () => l10n.t('Allowed websites'),
    list: () => web.origins.map((origin) => ({ label: origin, takeBack: () => web.forget(origin) })),
  };
}

/** An address that contains a variable is the one that was used last: resolving it could ask the user for a value. */
function signedIn(
  { core: { connections, credentials } }: ServersNeeds,
  signIns: Pick<SignIns, 'signOut'>,
): PermissionKind {
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

function savedValues({ configuration, core: { connections } }: ServersNeeds): PermissionKind {
  return {
    title: () => l10n.t('Saved inputs'),
    list: async () => {
      const inputs = await configuration.inputs.get();
      return inputs.saved(connections.all.map(({ definition }) => definition)).map(({ name, id, source }) => ({
        label: id,
        ...(source !== undefined && { description: source }),
        takeBack: () => inputs.forget([name]),
      }));
    },
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

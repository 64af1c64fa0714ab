import type { LaunchDefinition } from './serverDefinition';

/** What would be started, in one line as it was written: variables stay names, so that no secret is shown. */
export function describeLaunch(launch: LaunchDefinition): string {
  if (launch.kind === 'http') return launch.url;
  return [launch.command, ...launch.args].map((part) => (/\s/u.test(part) ? `"${part}"` : part)).join(' ');
}

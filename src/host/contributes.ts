// The rooms that contribute to VS Code, in the order of their views. `npm run manifest` reads it; it is not in the extension.
import { contributes as actions } from './actions/contributes';
import type { Contribution } from './base/manifest/contribution';
import { contributes as context } from './context/contributes';
import { contributes as mentions } from './mentions/contributes';
import { contributes as panel } from './panel/contributes';
import { contributes as participant } from './participant/contributes';
import { contributes as servers } from './servers/contributes';
import { contributes as welcome } from './welcome/contributes';
import { contributes as tools } from './tools/contributes';
import { contributes as tree } from './tree/contributes';

export const rooms: Readonly<Record<string, Contribution>> = {
  welcome,
  panel,
  tree,
  context,
  servers,
  actions,
  mentions,
  participant,
  tools,
};

export { mayHaveServers as defaultEnablement } from './base/manifest/contribution';

import * as l10n from '@vscode/l10n';
import type { ServerStatus } from '../connection/serverStatus';
import type { Content } from '../content/content';
import { isGone, type Liveness } from './liveContext';

/** Facts from which a resource's freshness follows. */
export interface FreshnessFacts {
  readonly liveness: Liveness;
  /** FreshnessState of its server; `undefined` if it is no longer configured. */
  readonly server: ServerStatus | undefined;
  /** The latest content that was read, of any age. */
  readonly content: Content | undefined;
}

/** `stale`: it was read, and its server is not connected now; `disconnected`: the same without a content. */
export type FreshnessState =
  'live' | 'updated' | 'notLive' | 'fresh' | 'stale' | 'disconnected' | 'connecting' | 'failed' | 'gone';

/** The one state that a row shows, of its resource and its server. */
export function stateOf({ liveness, content, server }: FreshnessFacts): FreshnessState {
  switch (liveness.kind) {
    case 'live':
      return liveness.isUpdated ? 'updated' : 'live';
    case 'notLive':
      if (liveness.isUpdated) return 'updated';
      return liveness.isFresh ? 'fresh' : 'notLive';
    case 'offline':
      if (server?.severity === 'busy') return 'connecting';
      return content ? 'stale' : 'disconnected';
    case 'failed':
      return isGone(liveness) ? 'gone' : 'failed';
  }
}

/** A state in a word or two; empty if there is nothing to say. */
export function stateLabel(state: FreshnessState, server: ServerStatus | undefined): string {
  switch (state) {
    // The rule, which needs no word.
    case 'live':
      return '';
    case 'updated':
      return l10n.t('updated');
    case 'notLive':
      return l10n.t('not live');
    case 'fresh':
      return l10n.t('fresh');
    case 'stale':
    case 'disconnected':
      return server ? (server.absence?.label ?? l10n.t('server not connected')) : l10n.t('server removed');
    case 'connecting':
      return server?.label ?? '';
    case 'failed':
      return l10n.t('failed');
    case 'gone':
      return l10n.t('gone');
  }
}

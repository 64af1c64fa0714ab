import * as l10n from '@vscode/l10n';
import type { AbortSignalLike, Handlers } from '../../shared/endpoint';
import type { Preview, PreviewRequests } from '../../shared/previewProtocol';
import { HumanError, isCancelled } from '../../core/base/errors';
import type { Activity } from '../../core/catalog/activity';
import type { Catalog } from '../../core/catalog/catalog';
import type { Content } from '../../core/content/content';
import type { ResourceAddress } from '../../core/resource/address';
import type { ContentCache } from '../../core/context/contentCache';
import { previewOf } from '../../core/preview/preview';
import { ofSkill } from '../../core/preview/skillPreview';
import { permissionFacts } from '../../core/describe/skillFacts';
import type { SkillPermissions } from '../../core/skills/allowed';
import type { Skills } from '../../core/skills/skills';
import { previewTools } from '../../node/preview/previewTools';
import type { PagesNeeds } from './openPages';

interface Needs {
  readonly base: Pick<PagesNeeds['base'], 'clock'>;
  readonly core: Pick<PagesNeeds['core'], 'serverName'> & {
    readonly catalog: Pick<Catalog, 'get'>;
    readonly cache: Pick<ContentCache, 'get' | 'peek'>;
    readonly skills: Pick<Skills, 'at'>;
    readonly skillPermissions: Pick<SkillPermissions, 'stateOf'>;
    readonly activity: Pick<Activity, 'noteUse'>;
  };
}

/** Reads resources for the panel's preview. Nothing of it goes into the context, and none of it counts as seen by the chat. */
export class PreviewService {
  constructor(private readonly needs: Needs) {}

  readonly handlers: Handlers<PreviewRequests> = {
    preview: ({ id, isFollowed }, signal) => this.#preview(id, isFollowed !== true, signal),
    standing: ({ id }) => {
      const { catalog, skills, skillPermissions } = this.needs.core;
      const skill = skills.at(id);
      return catalog.get(id) && { permission: skill && permissionFacts(skillPermissions.stateOf(skill))[1] };
    },
  };

  async #preview(id: number, isUse: boolean, signal: AbortSignalLike): Promise<Preview> {
    const { catalog, cache, skills, skillPermissions, activity, serverName } = this.needs.core;
    const entry = catalog.get(id);
    if (!entry)
      throw new HumanError('notFound', l10n.t('This resource is no longer listed. Go back and select another one.'));
    const { serverId, resource } = entry;
    const address = { serverId, uri: resource.uri };
    if (isUse) void activity.noteUse([address]);
    const content = await this.#read(address, signal);
    const source = { resource, serverName: serverName(serverId), content, now: this.needs.base.clock.now() };
    const preview = previewOf(source, previewTools);
    const skill = skills.at(id);
    const isRead = (uri: string): boolean => cache.peek({ serverId, uri }) !== undefined;
    if (!skill) return preview;
    return ofSkill(preview, skill, source.serverName, isRead, skillPermissions.stateOf(skill));
  }

  /** Reads at the user's request: the server may ask the user for input, and showing another resource cancels it. */
  async #read(address: ResourceAddress, signal: AbortSignalLike): Promise<Content> {
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await this.needs.core.cache.get(address, { signal: abort.signal });
    } catch (error) {
      if (!isCancelled(error)) throw error;
      throw new HumanError('disconnected', l10n.t('Reading was canceled.'), { cause: error });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

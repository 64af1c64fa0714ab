import type { Handlers } from '../../shared/endpoint';
import type { TemplateRequests } from '../../shared/templateProtocol';
import { Late } from '../../core/base/onFirstUse';
import type { TemplateEntry } from '../../core/catalog/templates';
import type { SearchRoom } from '../../core/search/open';
import type { SavedResources } from '../../core/templates/savedResources';
import { UsedValues } from '../../core/templates/usedValues';
import type { ActionsRoom } from '../actions/open';
import type { Base } from '../base/open';
import { whenAsked } from '../base/whenAsked';
import type { ConnectionRoom } from '../connection/open';

/** Resources that users build from templates. */
export interface TemplatesRoom {
  /** Values that the user gave before. */
  readonly used: UsedValues;
  /** The form, which is loaded with the first request. */
  readonly form: Handlers<TemplateRequests>;
  /** Asks for a template, and has its form opened in the page where the window shows one. */
  readonly openFromTemplate: (showInPage: (entry: TemplateEntry) => Promise<void>) => Promise<void>;
}

export interface TemplatesNeeds {
  readonly base: Base;
  readonly core: ConnectionRoom;
  readonly search: SearchRoom;
  readonly saved: SavedResources;
  readonly actions: ActionsRoom['actions'];
}

export function openTemplates(needs: TemplatesNeeds): TemplatesRoom {
  const used = new UsedValues(needs.base.workspaceStore);
  const forms = new Late(async () => {
    const { TemplatePanel } = await import('./templatePanel');
    return new TemplatePanel(needs, used).handlers;
  });
  const form = whenAsked(() => forms.get(), ['openTemplate', 'expandTemplate', 'completeVariable', 'useTemplate']);
  return {
    used,
    form,
    openFromTemplate: async (showInPage) => {
      const { openFromTemplate } = await import('./templateInputs');
      await openFromTemplate(needs, form, showInPage);
    },
  };
}

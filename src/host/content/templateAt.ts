import type { TemplateCatalog, TemplateEntry } from '../../core/catalog/templates';
import type { TemplateTarget } from '../base/commandMap';

/** The template that a command is about; `undefined` if it is gone. */
export function templateAt(target: TemplateTarget, templates: TemplateCatalog): TemplateEntry | undefined {
  return target.kind === 'panel' ? templates.byId(target.id) : templates.find(target.serverId, target.uriTemplate);
}

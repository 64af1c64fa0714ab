import type { CatalogEntry } from '../catalog/catalog';
import type { TemplateEntry } from '../catalog/templates';
import type { Connections } from '../connection/connections';
import { modelText } from '../describe/modelName';
import type { ContextSet } from '../context/contextSet';
import { words } from '../base/untrusted';
import { displayName } from '../resource/displayName';
import type { Resource, ResourceTemplate } from '../resource/resource';
import { parseTemplate } from '../templates/parseTemplate';
import { variables } from '../templates/uriTemplate';
import type { SkillPorts } from './skillUse';

/** In characters. */
const maxDescriptionLength = 300;

export interface RowPorts extends SkillPorts {
  readonly connections: Pick<Connections, 'get'>;
  readonly picked: Pick<ContextSet, 'has'>;
}

/** A resource or a template for a model. As JSON it is one line: no text of a server can look like another row. */
export function itemRow(ports: RowPorts, entry: CatalogEntry | TemplateEntry): object {
  const server = ports.connections.get(entry.serverId)?.definition.name;
  if ('template' in entry) return templateRow(entry.template, server);
  const { resource, serverId, id } = entry;
  const { uri, size, lastModified } = resource;
  return {
    uri,
    server,
    ...common(resource),
    ...skillRow(ports, id),
    size,
    lastModified: lastModified === undefined ? undefined : dateOf(lastModified),
    inContext: ports.picked.has({ serverId, uri }) || undefined,
  };
}

/** A skill is found by what its server says of it, also where the list of resources says something else. */
function skillRow({ skills, skillPermissions }: RowPorts, id: number): object {
  const skill = skills.at(id);
  if (!skill || skill.problem !== undefined) return {};
  const isAllowed = skillPermissions.stateOf(skill) === 'allowed';
  const title = modelText(skill.name);
  return { title, description: words(skill.description, maxDescriptionLength), skill: isAllowed ? 'allowed' : true };
}

function templateRow(template: ResourceTemplate, server: string | undefined): object {
  const { uriTemplate } = template;
  const templateVariables = variables(parseTemplate(uriTemplate));
  return {
    uriTemplate,
    server,
    variables: templateVariables.map(({ name, isRequired, isList }) => ({
      name,
      required: isRequired,
      list: isList || undefined,
    })),
    ...common(template),
  };
}

function common(listed: Resource | ResourceTemplate): object {
  const { mimeType, priority, audience, description } = listed;
  return {
    title: modelText(displayName(listed)),
    mimeType: modelText(mimeType),
    priority,
    audience,
    description: words(description, maxDescriptionLength),
  };
}

/** A server may give any number as a time. */
function dateOf(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

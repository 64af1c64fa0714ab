import * as l10n from '@vscode/l10n';
import type { AbortSignalLike, Handlers } from '../../shared/endpoint';
import type {
  TemplateExpansion,
  TemplateForm,
  TemplateRequests,
  TemplateUse,
  TemplateValues,
} from '../../shared/templateProtocol';
import { causes, HumanError, isCancelled } from '../../core/base/errors';
import type { Catalog } from '../../core/catalog/catalog';
import { displayName } from '../../core/resource/displayName';
import type { TemplateCatalog, TemplateEntry } from '../../core/catalog/templates';
import type { Directories } from '../../core/directories/directories';
import { describeResource } from '../../core/context/contextSet';
import type { Connections } from '../../core/connection/connections';
import type { Completion } from '../../core/session/session';
import { asArguments, fieldErrors, mistakeIn, readFields } from '../../core/templates/filling';
import { parseTemplate } from '../../core/templates/parseTemplate';
import { expand, previewPieces, variables } from '../../core/templates/uriTemplate';
import { builtResource, canSave } from '../../core/templates/savedResources';
import type { UsedValues } from '../../core/templates/usedValues';
import type { ResourceActions } from '../actions/resourceActions';
import { childValues } from './childValues';
import type { TemplatesNeeds } from './open';

/** Longer completions are left out: nobody could choose them from a list. In characters. */
const maxCompletionLength = 2_000;
type TemplateUseEnd = TemplateRequests['useTemplate']['answer'];
const nothing: Completion = { values: [], hasMore: false };

interface Needs {
  readonly base: Pick<TemplatesNeeds['base'], 'log'>;
  readonly core: {
    readonly templates: Pick<TemplateCatalog, 'byId'>;
    readonly connections: Pick<Connections, 'get'>;
    readonly catalog: Pick<Catalog, 'idOf' | 'table'>;
    readonly directories: Pick<Directories, 'isDirectory' | 'read'>;
  };
  readonly saved: Pick<TemplatesNeeds['saved'], 'keep'>;
  readonly actions: {
    get(): Promise<{ readonly actions: Pick<ResourceActions, 'canRead' | 'open' | 'attach' | 'copyUris'> }>;
  };
}

/** Answers a template's form: that of the search page, and its inputs in windows without views. */
export class TemplatePanel {
  constructor(
    private readonly needs: Needs,
    private readonly used: UsedValues,
  ) {}

  readonly handlers: Handlers<TemplateRequests> = {
    openTemplate: ({ id }) => this.#open(this.#entry(id)),
    expandTemplate: ({ id, values }) => this.#expand(this.#entry(id), values),
    completeVariable: ({ id, name, values }, signal) => this.#complete(this.#entry(id), name, values, signal),
    useTemplate: ({ id, values, use }) => this.#use(this.#entry(id), values, use),
  };

  #entry(id: number): TemplateEntry {
    const entry = this.needs.core.templates.byId(id);
    if (entry) return entry;
    throw new HumanError('notFound', l10n.t('The server no longer lists this template.'));
  }

  #open(entry: TemplateEntry): TemplateForm {
    const { uriTemplate, description } = entry.template;
    const { used } = this;
    const template = parseTemplate(uriTemplate);
    const problem = mistakeIn(uriTemplate, template);
    return {
      title: displayName(entry.template),
      server: this.needs.core.connections.get(entry.serverId)?.definition.name ?? '',
      description,
      uriTemplate,
      fields: problem
        ? []
        : variables(template).map(({ name, isRequired, isList }) => ({
            name,
            isRequired,
            isList,
            value: used.last(entry, name),
            used: used.of(entry, name),
          })),
      problem,
    };
  }

  #expand(entry: TemplateEntry, texts: TemplateValues): TemplateExpansion {
    const { uriTemplate } = entry.template;
    const template = parseTemplate(uriTemplate);
    const templateVariables = variables(template);
    const values = readFields(templateVariables, texts);
    const errors = fieldErrors(templateVariables, values);
    const isWhole = template.errorAt === undefined && Object.keys(errors).length === 0;
    const uri = isWhole ? expand(template, values) : undefined;
    const isListed = uri !== undefined && !canSave(this.needs.core.catalog, { serverId: entry.serverId, uri });
    return {
      pieces: previewPieces(template, values).filter(({ text }) => text !== ''),
      uri,
      errors,
      cannotKeep: isListed ? l10n.t('This resource is already in the list.') : undefined,
    };
  }

  /** Values that led somewhere are remembered. */
  async #use(entry: TemplateEntry, texts: TemplateValues, use: TemplateUse): Promise<TemplateUseEnd> {
    const { uri } = this.#expand(entry, texts);
    if (uri === undefined) return { isDone: false, problem: undefined };
    const values = readFields(variables(parseTemplate(entry.template.uriTemplate)), texts);
    const built = builtResource(entry, uri, values);
    const resource = describeResource(built, { ...built, title: undefined, size: undefined });
    const { actions } = await this.needs.actions.get();
    let problem: string | undefined;
    const isReadable = use === 'copyUri' || (await actions.canRead(resource, (sentence) => (problem ??= sentence)));
    if (!isReadable) return { isDone: false, problem };
    await this.used.remember(entry, values);
    if (use === 'open') await actions.open([resource]);
    else if (use === 'attach') await actions.attach([resource]);
    else if (use === 'copyUri') await actions.copyUris([resource]);
    else await this.needs.saved.keep(built);
    return { isDone: true, problem };
  }

  /** A server that cannot complete, or fails, leaves the user to type, but for what is in folders. */
  async #complete(
    entry: TemplateEntry,
    name: string,
    texts: TemplateValues,
    signal: AbortSignalLike,
  ): Promise<Completion> {
    const { serverId, template } = entry;
    const { uriTemplate } = template;
    const otherVariables = variables(parseTemplate(uriTemplate)).filter((variable) => variable.name !== name);
    const argument = { name, value: Object.hasOwn(texts, name) ? (texts[name] ?? '') : '' };
    const abort = new AbortController();
    signal.addEventListener('abort', () => abort.abort(), { once: true });
    try {
      const session = await this.needs.core.connections.get(serverId)?.session();
      const context = asArguments(readFields(otherVariables, texts));
      const { values, hasMore } = (await session?.complete(uriTemplate, argument, context, abort.signal)) ?? nothing;
      const fit = [...new Set(values)].filter((value) => value !== '' && value.length <= maxCompletionLength);
      return fit.length > 0 ? { values: fit, hasMore } : await childValues(this.needs.core, entry, name, texts);
    } catch (error) {
      if (!signal.aborted && !isCancelled(error)) this.needs.base.log.warn(`Completing failed: ${causes(error)}`);
      return nothing;
    }
  }
}

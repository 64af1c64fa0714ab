import * as l10n from '@vscode/l10n';
import { Location, workspace, type ChatPromptReference } from 'vscode';
import { causes } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import { sourceLines } from '../../core/participant/instructions';
import type { Material } from '../../core/participant/packing';
import { uriOf } from './meantResources';
import type { Missing } from './participantReads';

/** Its name is for people. */
export interface NamedMaterial extends Material {
  readonly name: string;
}

/** Text that a person put into the message besides resources: files, selections, variables. */
export async function readOthers(
  references: readonly ChatPromptReference[],
  log: Logger,
): Promise<{ readonly materials: readonly NamedMaterial[]; readonly missing: readonly Missing[] }> {
  const materials: NamedMaterial[] = [];
  const missing: Missing[] = [];
  for (const reference of references) {
    const uri = uriOf(reference.value);
    const title = uri?.path.slice(uri.path.lastIndexOf('/') + 1) ?? reference.id;
    try {
      const text = await textOf(reference.value);
      const source = { title, server: undefined, uri: uri?.toString() ?? reference.id };
      const heading = sourceLines({ ...source, mimeType: undefined, readAt: undefined });
      // The person put it there for this question: it goes before everything else.
      if (text !== undefined) materials.push({ name: title, heading, text, priority: 1, audience: undefined });
      else missing.push({ name: title, reason: l10n.t('It is not text.') });
    } catch (error) {
      log.warn(`A reference could not be read: ${causes(error)}`);
      missing.push({ name: title, reason: l10n.t('VS Code cannot open it as text.') });
    }
  }
  return { materials, missing };
}

async function textOf(value: unknown): Promise<string | undefined> {
  if (typeof value === 'string') return value;
  const uri = uriOf(value);
  if (!uri) return undefined;
  const document = await workspace.openTextDocument(uri);
  return document.getText(value instanceof Location ? value.range : undefined);
}

import type { Pane, PaneParts } from '../base/pane';
import type { PaneRow } from './paneController';
import { PreviewPane } from '../preview/previewPane';
import { TemplatePane } from '../templates/templatePane';

/** Makes a row's pane: a resource's preview, a template's form. */
export function makePane(parts: PaneParts, row: PaneRow): Pane {
  return row.kind === 'template' ? new TemplatePane(parts, row) : new PreviewPane(parts, row);
}

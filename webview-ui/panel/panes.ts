import type { Pane, PaneParts } from '../base/pane';
import type { PaneRow } from './paneController';
import { PreviewPane } from '../preview/previewPane';
import { TemplatePane } from '../templates/templatePane';

/** What a row opens: a resource its preview, a template its form. */
export function makePane(parts: PaneParts, row: PaneRow): Pane {
  return row.kind === 'template' ? new TemplatePane(parts, row) : new PreviewPane(parts, row);
}

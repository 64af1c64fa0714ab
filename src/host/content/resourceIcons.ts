import { ThemeIcon, Uri, type IconPath } from 'vscode';
import { virtualScheme } from '../../core/content/virtualScheme';
import { fileName } from '../../core/content/virtualPath';
import type { Resource } from '../../core/resource/resource';

/**
 * The icon of a resource, or of a file with its name, as properties of a quick pick's item. VS Code before 1.108 has no `resourceUri` there, and
 * draws a plain file.
 */
export function pickedIcon(
  file: Pick<Resource, 'uri' | 'name' | 'title' | 'mimeType'>,
  icon: IconPath = ThemeIcon.File,
): { readonly iconPath: IconPath; readonly resourceUri: Uri } {
  return { iconPath: icon, resourceUri: Uri.from({ scheme: virtualScheme, path: `/${fileName(file)}` }) };
}

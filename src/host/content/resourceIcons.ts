import { ThemeIcon, Uri, type IconPath, type QuickPickItem } from 'vscode';
import { virtualScheme } from '../../core/content/virtualScheme';
import { fileName } from '../../core/content/virtualPath';
import type { Event } from '../../core/base/event';
import type { Resource } from '../../core/resource/resource';

/** The icons of resources in rows and quick picks: the server's where its bytes are here, else that of the file icon theme. */
export interface RowIcons {
  /** @param icons that the server's list gives the resource */
  iconOf(serverId: string, icons: Resource['icons']): IconPath;
  /** Fires when {@link iconOf} may be another. */
  readonly onDidFetch: Event<void>;
}

/** Since VS Code 1.108; older ones draw a plain file. */
interface WithResource {
  readonly resourceUri: Uri;
}

/** The icon of a resource, or of a file with its name, as properties of a quick pick's item. */
export function pickedIcon(
  file: Pick<Resource, 'uri' | 'name' | 'title' | 'mimeType'>,
  icon: IconPath = ThemeIcon.File,
): Pick<QuickPickItem, 'iconPath'> & WithResource {
  return { iconPath: icon, resourceUri: Uri.from({ scheme: virtualScheme, path: `/${fileName(file)}` }) };
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { subsetIcons } from '../../../scripts/lib/iconFont.mjs';
import { buildPanel } from './bundle';
import { defaultsCss, testPage, themeCss } from './page';
import { themes } from './themes';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.ttf': 'font/ttf',
};

/** Serves the built panel and everything its page references, for every theme. */
export class PanelServer {
  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<PanelServer> {
    const { script, style } = await buildPanel();
    const icons = await subsetIcons();
    const files = new Map<string, string | Buffer>([
      ['/webview.js', script],
      ['/webview-style.css', style],
      ['/codicon.css', icons.css],
      ['/favicon.ico', ''],
      ['/defaults.css', defaultsCss],
      ['/empty.html', ''],
      ['/codicon.ttf', icons.ttf],
    ]);
    const server = createServer((request, response) => {
      const file = files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
      response.writeHead(file === undefined ? 404 : 200, {
        'content-type': types[path.extname(request.url!.split('?')[0]!)] ?? 'text/plain',
        // No file changes while the server runs, and each server has its own port.
        'cache-control': 'max-age=3600, immutable',
      });
      response.end(file);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const theme of themes) {
      files.set(`/${theme.name}.html`, testPage(theme, origin));
      files.set(`/${theme.name}-editor.html`, testPage(theme, origin, true));
      files.set(`/theme-${theme.name}.css`, themeCss(theme));
    }
    return new PanelServer(server, origin);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

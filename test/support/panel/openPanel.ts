import type { Browser, Page } from 'playwright-core';
import type { ResultRow } from '../../../src/shared/protocol';
import { HostSide } from './hostSide';
import { launchChromium } from './chromium';
import { PanelServer } from './panelServer';
import { makeRows } from './resources';

export interface OpenOptions {
  readonly theme?: string;
  readonly rows?: readonly ResultRow[];
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: boolean;
  /** Runs before the page is loaded. */
  readonly prepare?: (host: HostSide) => void;
}

export interface OpenPanel {
  readonly page: Page;
  readonly host: HostSide;
  /** Content-security violations, console errors and exceptions of the page. */
  readonly complaints: string[];
  /** Loads the page anew, as VS Code does when a hidden view is shown: only what `setState` kept is left. */
  readonly reload: () => Promise<unknown>;
}

/** What VS Code gives to a webview, with the host in the test process. */
const vscodeApi = `
  globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => { window.hostReceive(message); },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state) => { sessionStorage.setItem('state', JSON.stringify(state)); return state; },
  });
  document.addEventListener('securitypolicyviolation', (event) => {
    window.hostComplain(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber);
  });
`;

/** One browser and one server for the tests of a file. */
export class PanelBench {
  readonly #pages: Page[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly server: PanelServer,
  ) {}

  static async start(): Promise<PanelBench> {
    const [browser, server] = await Promise.all([launchChromium(), PanelServer.start()]);
    return new PanelBench(browser, server);
  }

  async open(options: OpenOptions = {}): Promise<OpenPanel> {
    const page = await this.browser.newPage({
      viewport: { width: options.width ?? 300, height: options.height ?? 600 },
      reducedMotion: options.reducedMotion === true ? 'reduce' : 'no-preference',
    });
    this.#pages.push(page);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    const host = new HostSide(options.rows ?? makeRows(1204), (message) => {
      // The page may be gone by now, as a view that was closed is.
      page.evaluate((data) => window.postMessage(data, '*'), message).catch(() => undefined);
    });
    options.prepare?.(host);
    await page.exposeFunction('hostReceive', (message: unknown) => host.receive(message));
    await page.exposeFunction('hostComplain', (text: string) => complaints.push(text));
    await page.addInitScript({ content: vscodeApi });
    const url = `${this.server.origin}/${options.theme ?? 'dark'}.html`;
    await page.goto(url);
    return { page, host, complaints, reload: () => page.goto(url) };
  }

  /** Rejects where a page shows an icon that the built font does not have. */
  async closePages(): Promise<void> {
    const pages = this.#pages.splice(0);
    const missing = await Promise.all(pages.map((page) => missingIcons(page).catch(() => [])));
    await Promise.all(pages.map((page) => page.close()));
    if (missing.flat().length > 0) throw new Error(`Icons without a glyph: ${missing.flat().join(', ')}`);
  }

  async stop(): Promise<void> {
    await this.closePages();
    await this.browser.close();
    await this.server.stop();
  }
}

/** The classes of icons for which the style sheet has no character. What no icon can be called, as a hostile host says, is none. */
async function missingIcons(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('.codicon')]
    .filter((icon) => getComputedStyle(icon, '::before').content === 'none')
    .map((icon) => icon.getAttribute('class'))
    .filter((names) => names.split(' ').some((name) => /^codicon-[a-z][a-z0-9-]*$/.test(name)))`);
}

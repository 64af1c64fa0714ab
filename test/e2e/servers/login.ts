import type { Page } from 'playwright-core';
import type { OAuthServer } from '../../servers/oauthServer.js';
import { pressDialogButton } from '../../support/workbench/prompts.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';

/** Another host than the authorization server's, because VS Code treats addresses of this machine differently. */
export const loginOrigin = 'https://login.example.com';

/** The login page of an authorization server whose `authorizationEndpoint` is at {@link loginOrigin}, and the tabs of the browser. */
export class Login {
  readonly tabs: Page[] = [];

  private constructor(private readonly workbench: Workbench) {
    workbench.page.context().on('page', (tab) => this.tabs.push(tab));
  }

  static async serve(workbench: Workbench, server: OAuthServer): Promise<Login> {
    await workbench.page.context().route(`${loginOrigin}/**`, async (route) => {
      const { search } = new URL(route.request().url());
      const { headers } = await fetch(`${server.authority}/authorize${search}`, { redirect: 'manual' });
      const target = (headers.get('location') ?? 'about:blank').replaceAll('&', '&amp;');
      await route.fulfill({ contentType: 'text/html', body: `<meta http-equiv="refresh" content="0;url=${target}">` });
    });
    return new Login(workbench);
  }

  /** Agrees to open the web site, and comes back to the workbench: a page in the background is not drawn. */
  async goThroughBrowser(): Promise<void> {
    const before = this.tabs.length;
    await pressDialogButton(this.workbench.page, 'Open');
    await waitFor('a tab', () => Promise.resolve(this.tabs.length > before));
    await this.tabs[before]?.waitForURL(/\/callback\?/);
    await this.tabs[before]?.close();
    await this.workbench.page.bringToFront();
  }
}

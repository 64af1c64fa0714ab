import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isDocumentUrl } from '../../../../src/core/session/documentUrl';
import { settings } from '../../../../src/host/base/ids';
import { clientMetadataUrl } from '../../../../src/host/base/settings';
import {
  documentRedirects,
  ownLoopback,
  RedirectUris,
  vsCodeLoopback,
} from '../../../../src/host/servers/redirectUris';
import { own } from '../../../support/own';
import { settingProperties } from '../../../support/vscode/commands';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { silent } from '../../connection/fakeServer';

type Fields = Readonly<Record<string, unknown>>;

const rootFile = (name: string): Fields =>
  JSON.parse(readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8')) as Fields;
const { publisher, name } = rootFile('package.json');
const extensionId = `${String(publisher)}.${String(name)}`;
const document = rootFile('docs/client-metadata.json');

describe('docs/client-metadata.json', () => {
  // https://www.ietf.org/archive/id/draft-ietf-oauth-client-id-metadata-document-02.html#section-4.1
  it('is a client ID metadata document of a public client', () => {
    expect(document).toEqual({
      client_id: expect.stringMatching(/^https:\/\/[^/]+\/.*\/client-metadata\.json$/u) as string,
      client_name: 'MCP Resource Picker',
      redirect_uris: documentRedirects(extensionId),
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    });
    expect(isDocumentUrl(document['client_id'])).toBe(true);
  });

  it('has the redirect addresses that the extension uses on a desktop, whatever the port', async () => {
    const redirects = own(new RedirectUris(extensionId, silent));
    const [first, second] = [await redirects.open(ownLoopback), await redirects.open(ownLoopback)];
    const handled = `vscode://${extensionId}/signed-in`;
    const urls = [first.url, second.url, first.url.replace('127.0.0.1', 'localhost'), handled];
    for (const redirect of [first, second]) redirect.dispose();
    expect(urls[0]).not.toBe(urls[1]);
    expect(urls.filter((url) => !redirects.isInDocument(url))).toEqual([]);
  });

  it('has none of another program, and none of VS Code in a browser', async () => {
    const redirects = own(new RedirectUris(extensionId, silent));
    const configured = await redirects.open(vsCodeLoopback);
    configured.dispose();
    expect(configured.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/u);
    const others = [
      'https://code.example/callback?x=1',
      `vscodium://${extensionId}/signed-in`,
      'http://127.0.0.1:1/other',
    ];
    expect([configured.url, ...others].filter((url) => redirects.isInDocument(url))).toEqual([]);
  });
});

describe('the setting for its address', () => {
  it.each([
    ['https://example.org/client.json', true],
    ['https://example.org:8443/a/client?v=1', true],
    ['http://example.org/client.json', false],
    ['https://example.org', false],
    ['https://example.org/', false],
    ['https://example.org/a/../client.json', false],
    ['https://example.org/./client.json', false],
    ['https://example.org/client.json#', false],
    ['https://ada:secret@example.org/client.json', false],
    ['client.json', false],
    ['', false],
    [7, false],
  ])('%s counts: %s', (value, counts) => {
    fakeVscode.settings.set(settings.clientMetadataUrl, value);
    expect(clientMetadataUrl()).toBe(counts ? value : undefined);
  });

  it('belongs to the machine, so that no workspace names another client, and is empty', () => {
    const setting = settingProperties[settings.clientMetadataUrl] as Fields;
    expect([setting['scope'], setting['default']]).toEqual(['machine', '']);
  });
});

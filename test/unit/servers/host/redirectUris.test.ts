import { expect, it } from 'vitest';
import { Uri } from 'vscode';
import { ownLoopback, RedirectUris } from '../../../../src/host/servers/redirectUris';
import { own } from '../../../support/own';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { silent } from '../../connection/fakeServer';

it('an address that VS Code handles takes the answer below it where that is expected', async () => {
  fakeVscode.env.set({ external: () => Uri.parse('https://code.example/callback?x=1') });
  const redirect = await own(new RedirectUris('a.b', silent)).open(ownLoopback);
  const answer = redirect.wait('a', new AbortController().signal, '/issuer');
  const [handler] = fakeVscode.window.uriHandlers;
  for (const path of ['/signed-in', '/signed-in/other', '/signed-in/issuer'])
    await handler?.handleUri(Uri.parse(`vscode://a.b${path}?state=a&code=${path}`));
  expect(await answer).toEqual({ state: 'a', code: '/signed-in/issuer' });
  redirect.dispose();
});

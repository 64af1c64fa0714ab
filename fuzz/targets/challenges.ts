import { bearerChallenge } from '../../src/core/mcp/auth/challenge';
import { hold, same, textIn, type Target } from '../target';

/** `WWW-Authenticate` of a server: challenges of any schemes. */
export const challenges: Target = {
  name: 'challenges',
  words: [
    ...['Bearer ', 'Basic ', 'Negotiate', ', ', ',', '=', ' = ', '"', '\\', '\\"', '\t', 'YWJj==', 'scope', 'error'],
    ...['resource_metadata="https://a.example/x"', 'scope="a b"', 'realm="', 'https://a.example', 'insufficient_scope'],
  ],
  check(bytes) {
    const text = textIn(bytes);
    const { scope, error, resourceMetadataUrl } = bearerChallenge(text);
    hold(
      resourceMetadataUrl === undefined || URL.canParse(resourceMetadataUrl),
      'An address is one.',
      resourceMetadataUrl,
    );
    same(bearerChallenge(`Bearer scope="one", ${text}`).scope, 'one', 'What follows changes nothing.');
    return [scope, error, resourceMetadataUrl].map((value) => typeof value).join(' ');
  },
};

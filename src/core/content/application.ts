/**
 * True for the interface of an MCP App, which a client draws for a tool and which is no context. Its MIME type says so; in lists, where that
 * is optional and often plain HTML, the scheme does.
 * https://github.com/modelcontextprotocol/ext-apps/blob/3719bd1386978bc326d4acafdf15e8ae462e6801/specification/2026-01-26/apps.mdx (UI Resource Format)
 *
 * @param uri or a URI template
 */
export function isApplication(uri: string, mimeType: string | undefined): boolean {
  if (mimeType !== undefined && !html.test(mimeType)) return false;
  return scheme.test(uri) || profile.test(mimeType ?? '');
}

const scheme = /^ui:\/\//iu;
const html = /^\s*text\/html\s*(?:;|$)/iu;
const profile = /;\s*profile\s*=\s*"?mcp-app"?\s*(?:;|$)/iu;

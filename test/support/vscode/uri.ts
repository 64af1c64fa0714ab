import path from 'node:path';
import type * as vscode from 'vscode';

interface Parts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

const grammar = /^(([^:/?#]+?):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?/u;

/**
 * A URI like VS Code's: its parts are decoded, and `toString` encodes them again, more than needed. Based on
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/common/uri.ts
 */
export class Uri implements vscode.Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
  /** Cached as in VS Code, because the text of a URI is needed again and again. */
  #text: string | undefined;

  protected constructor(parts: Parts) {
    check(parts);
    this.scheme = parts.scheme;
    this.authority = parts.authority;
    this.path = parts.path;
    this.query = parts.query;
    this.fragment = parts.fragment;
  }

  static parse(value: string, isStrict = false): Uri {
    const match = grammar.exec(value) ?? [];
    const [, , scheme = '', , authority = '', path = '', , query = '', , fragment = ''] = match;
    if (isStrict && scheme === '') throw new Error(`[UriError]: Scheme is missing: ${describe({ authority, path })}`);
    const decoded = {
      authority: decode(authority),
      path: decode(path),
      query: decode(query),
      fragment: decode(fragment),
    };
    return new Uri(whole({ scheme, ...decoded }));
  }

  static file(fsPath: string): Uri {
    const slashed = process.platform === 'win32' ? fsPath.replaceAll('\\', '/') : fsPath;
    if (!slashed.startsWith('//')) return new Uri(whole({ scheme: 'file', path: slashed }));
    const end = slashed.indexOf('/', 2);
    const [authority, rest] = end === -1 ? [slashed.slice(2), '/'] : [slashed.slice(2, end), slashed.slice(end)];
    return new Uri(whole({ scheme: 'file', authority, path: rest }));
  }

  static from(parts: Partial<Parts>): Uri {
    return new Uri(whole(parts));
  }

  static joinPath(base: vscode.Uri, ...segments: string[]): Uri {
    if (base.path === '') throw new Error(`[UriError]: cannot call joinPath on URI without path`);
    return Uri.from({ ...partsOf(base), path: path.posix.join(base.path, ...segments) });
  }

  get fsPath(): string {
    const { scheme, authority, path: own } = this;
    if (authority !== '' && own.length > 1 && scheme === 'file') return `//${authority}${own}`;
    return /^\/[A-Za-z]:/u.test(own) ? `${own.charAt(1).toLowerCase()}${own.slice(2)}` : own;
  }

  /** `undefined` keeps a part, `null` empties it. */
  with(change: { [Name in keyof Parts]?: Parts[Name] | null | undefined }): Uri {
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const changed = Object.fromEntries(given.map(([name, value]) => [name, value ?? '']));
    return new Uri(whole({ ...partsOf(this), ...changed }));
  }

  toString(skipEncoding = false): string {
    return skipEncoding ? this.#write(true) : (this.#text ??= this.#write(false));
  }

  #write(skipEncoding: boolean): string {
    const encode = skipEncoding ? encodeMinimal : encodePart;
    const { scheme, authority, path: own, query, fragment } = this;
    let text = scheme === '' ? '' : `${scheme}:`;
    if (authority !== '' || scheme === 'file') text += '//';
    text += encodeAuthority(authority, encode);
    text += encode(lowerDrive(own), true);
    if (query !== '') text += `?${encode(query)}`;
    return fragment === '' ? text : `${text}#${skipEncoding ? fragment : encodePart(fragment)}`;
  }

  toJSON(): unknown {
    return { $mid: 1, ...Object.fromEntries(Object.entries(partsOf(this)).filter(([, value]) => value !== '')) };
  }
}

function partsOf({ scheme, authority, path: own, query, fragment }: vscode.Uri): Parts {
  return { scheme, authority, path: own, query, fragment };
}

function describe({ authority, path: own }: { authority: string; path: string }): string {
  return `{scheme: "", authority: "${authority}", path: "${own}"}`;
}

/** Adds the default scheme `file`, and a leading slash to paths that need one. */
function whole({ scheme = '', authority = '', path: own = '', query = '', fragment = '' }: Partial<Parts>): Parts {
  const ownScheme = scheme === '' ? 'file' : scheme;
  const isRooted = ['http', 'https', 'file'].includes(ownScheme);
  return { scheme: ownScheme, authority, path: isRooted && !own.startsWith('/') ? `/${own}` : own, query, fragment };
}

function check({ scheme, authority, path: own }: Parts): void {
  if (!/^\w[\w\d+.-]*$/u.test(scheme)) throw new Error(`[UriError]: Scheme contains illegal characters.`);
  if (own === '') return;
  if (authority !== '' && !own.startsWith('/'))
    throw new Error(
      '[UriError]: If a URI contains an authority component, then the path component must either be empty or begin with a slash ("/") character',
    );
  if (authority === '' && own.startsWith('//'))
    throw new Error(
      '[UriError]: If a URI does not contain an authority component, then the path cannot begin with two slash characters ("//")',
    );
}

/** Decodes a text, but keeps invalid percent encoding as it is. */
function decode(text: string): string {
  if (!/%[0-9A-Za-z][0-9A-Za-z]/u.test(text)) return text;
  return text.replace(/(%[0-9A-Za-z][0-9A-Za-z])+/gu, decodeGracefully);
}

function decodeGracefully(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.length > 3 ? text.slice(0, 3) + decodeGracefully(text.slice(3)) : text;
  }
}

type Encode = (text: string, isPath?: boolean, isAuthority?: boolean) => string;

function encodePart(text: string, isPath = false, isAuthority = false): string {
  const encoded = encodeURIComponent(text).replace(/[!'()*]/gu, (one) =>
    `%${one.charCodeAt(0).toString(16)}`.toUpperCase(),
  );
  const slashed = isPath ? encoded.replaceAll('%2F', '/') : encoded;
  return isAuthority ? slashed.replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%3A', ':') : slashed;
}

function encodeMinimal(text: string): string {
  return text.replaceAll('#', '%23').replaceAll('?', '%3F');
}

function encodeAuthority(authority: string, encode: Encode): string {
  const index = authority.lastIndexOf('@');
  const user = authority.slice(0, Math.max(index, 0));
  const host = authority.slice(index + 1).toLowerCase();
  const [name = '', ...password] = user.split(':');
  const shownUser = [name, ...(password.length > 0 ? [password.join(':')] : [])].map((one) => encode(one)).join(':');
  const port = /:\d+$/u.exec(host)?.[0] ?? '';
  const shownHost = encode(host.slice(0, host.length - port.length), false, true) + port;
  return index === -1 ? shownHost : `${shownUser}@${shownHost}`;
}

function lowerDrive(own: string): string {
  return own.replace(/^(\/?)([A-Z]):/u, (_, slash: string, drive: string) => `${slash}${drive.toLowerCase()}:`);
}

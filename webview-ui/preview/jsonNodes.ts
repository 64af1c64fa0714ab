/** A value of a JSON text, or a range of values of a long one. */
export interface JsonNode {
  readonly kind: 'object' | 'array' | 'range' | 'string' | 'number' | 'word';
  /** The property's name; the index in an array; both ends of a range. `undefined` for the whole. */
  readonly name: string | undefined;
  /** As it is written; empty for a node with children. */
  readonly text: string;
  readonly children: readonly JsonNode[];
}

interface OpenNode extends JsonNode {
  readonly children: JsonNode[];
}

/** More children of one node are divided into ranges. */
const maxChildren = 100;

const none: JsonNode[] = [];

/**
 * The values of a text that is known to be JSON, in their order, with every digit that is written and every duplicate property:
 * `JSON.parse` would lose these.
 */
export function parseJson(json: string): JsonNode {
  const document: OpenNode = { kind: 'array', name: undefined, text: '', children: [] };
  const ancestors: OpenNode[] = [document];
  let name: string | undefined;
  for (let offset = 0, end = 0; offset < json.length; offset = end) {
    const parent = ancestors.at(-1) ?? document;
    const character = json.charAt(offset);
    end = endOfToken(json, offset, character);
    if (character === '}' || character === ']') ancestors.pop();
    else if (parent.kind === 'object' && name === undefined && character === '"')
      name = JSON.parse(json.slice(offset, end)) as string;
    else if (!between.includes(character)) {
      const ownName = parent === document ? undefined : (name ?? String(parent.children.length));
      const node = nodeOf(character, json.slice(offset, end), ownName);
      name = undefined;
      parent.children.push(node);
      if (node.kind === 'object' || node.kind === 'array') ancestors.push(node);
    }
  }
  return document.children[0] ?? document;
}

const between = ' \t\r\n,:';
const endOfWord = /[\s,:[\]{}]/gu;

function endOfToken(json: string, offset: number, character: string): number {
  if (between.includes(character) || '[]{}'.includes(character)) return offset + 1;
  if (character === '"') return endOfString(json, offset);
  endOfWord.lastIndex = offset;
  return endOfWord.exec(json)?.index ?? json.length;
}

function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (json[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
  return json.length;
}

function nodeOf(character: string, text: string, name: string | undefined): OpenNode {
  if (character === '{') return { kind: 'object', name, text: '', children: [] };
  if (character === '[') return { kind: 'array', name, text: '', children: [] };
  // Characters that need no escape are shown without one.
  if (character === '"')
    return {
      kind: 'string',
      name,
      text: text.includes('\\') ? JSON.stringify(JSON.parse(text)) : text,
      children: none,
    };
  return { kind: /[-\d]/u.test(character) ? 'number' : 'word', name, text, children: none };
}

/** The nodes below a node: its children, or ranges of at most a hundred of them. */
export function childrenOf({ kind, name, children }: JsonNode): readonly JsonNode[] {
  if (children.length <= maxChildren) return children;
  const firstIndex = kind === 'range' ? Number.parseInt(name ?? '', 10) : 0;
  let size = maxChildren;
  while (children.length / size > maxChildren) size *= maxChildren;
  return Array.from({ length: Math.ceil(children.length / size) }, (_, index) => {
    const part = children.slice(index * size, (index + 1) * size);
    const start = firstIndex + index * size;
    return { kind: 'range', name: `${start} … ${start + part.length - 1}`, text: '', children: part };
  });
}

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
  const whole: OpenNode = { kind: 'array', name: undefined, text: '', children: [] };
  const open: OpenNode[] = [whole];
  let name: string | undefined;
  for (let at = 0, end = 0; at < json.length; at = end) {
    const parent = open.at(-1) ?? whole;
    const first = json.charAt(at);
    end = endOfToken(json, at, first);
    if (first === '}' || first === ']') open.pop();
    else if (parent.kind === 'object' && name === undefined && first === '"')
      name = JSON.parse(json.slice(at, end)) as string;
    else if (!between.includes(first)) {
      const ownName = parent === whole ? undefined : (name ?? String(parent.children.length));
      const node = nodeOf(first, json.slice(at, end), ownName);
      name = undefined;
      parent.children.push(node);
      if (node.kind === 'object' || node.kind === 'array') open.push(node);
    }
  }
  return whole.children[0] ?? whole;
}

const between = ' \t\r\n,:';
const endOfWord = /[\s,:[\]{}]/gu;

function endOfToken(json: string, at: number, first: string): number {
  if (between.includes(first) || '[]{}'.includes(first)) return at + 1;
  if (first === '"') return endOfString(json, at);
  endOfWord.lastIndex = at;
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

function nodeOf(first: string, text: string, name: string | undefined): OpenNode {
  if (first === '{') return { kind: 'object', name, text: '', children: [] };
  if (first === '[') return { kind: 'array', name, text: '', children: [] };
  // Letters that were escaped without need are shown as they are.
  if (first === '"')
    return {
      kind: 'string',
      name,
      text: text.includes('\\') ? JSON.stringify(JSON.parse(text)) : text,
      children: none,
    };
  return { kind: /[-\d]/u.test(first) ? 'number' : 'word', name, text, children: none };
}

/** The nodes below a node: its children, or ranges of at most a hundred of them. */
export function childrenOf({ kind, name, children }: JsonNode): readonly JsonNode[] {
  if (children.length <= maxChildren) return children;
  const first = kind === 'range' ? Number.parseInt(name ?? '', 10) : 0;
  let size = maxChildren;
  while (children.length / size > maxChildren) size *= maxChildren;
  return Array.from({ length: Math.ceil(children.length / size) }, (_, index) => {
    const below = children.slice(index * size, (index + 1) * size);
    const from = first + index * size;
    return { kind: 'range', name: `${from} … ${from + below.length - 1}`, text: '', children: below };
  });
}

// Our own rules of ESLint, for what its options cannot say.

const timers = /^set(?:Timeout|Interval)$/;

/** A delay that is no clock's cannot be tested without waiting. */
const noTimer = {
  meta: { type: 'problem', schema: [], messages: { timer: 'Time is a parameter: use the clock.' } },
  create: (context) => ({
    Identifier(node) {
      if (timers.test(node.name)) context.report({ node, messageId: 'timer' });
    },
  }),
};

/** Such as `...{ uri, title }`, which puts several lines on one. */
const noSpreadLiteral = {
  meta: { type: 'suggestion', schema: [], messages: { literal: 'Write the entries themselves.' } },
  create: (context) => ({
    SpreadElement(node) {
      if (/^(?:Array|Object)Expression$/.test(node.argument.type)) context.report({ node, messageId: 'literal' });
    },
  }),
};

const movingLink = /https?:\/\/[^\s)]*\/(?:blob|tree|raw|refs\/heads)\/(?:main|master|HEAD|trunk)\/[^\s)]*/gu;

/** Returns the links of a text to a branch: what they show is another thing tomorrow. */
export function movingLinks(text) {
  return [...text.matchAll(movingLink)].map((match) => ({ link: match[0], index: match.index }));
}

const noMovingLink = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { branch: 'Link to a tag or a commit, which shows the same tomorrow.' },
  },
  create: (context) => ({
    Program() {
      const { sourceCode } = context;
      for (const { index } of movingLinks(sourceCode.text))
        context.report({ loc: sourceCode.getLocFromIndex(index), messageId: 'branch' });
    },
  }),
};

export const ownRules = {
  rules: { 'no-timer': noTimer, 'no-spread-literal': noSpreadLiteral, 'no-moving-link': noMovingLink },
};

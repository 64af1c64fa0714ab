import { lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { endOfFence } from '../../../src/core/base/openFence';

/** The kinds of what stands at the outermost level of a text with a line below it, without empty lines. */
function kinds(markdown: string): string[] {
  const tokens = lexer(`${markdown}${endOfFence(markdown)}\n\nUsed: [a](b:c)`);
  const last = tokens.at(-1);
  expect(last).toMatchObject({ type: 'paragraph', text: 'Used: [a](b:c)' });
  return tokens.map(({ type }) => type).filter((type) => type !== 'space');
}

describe('a block of code that an answer leaves open', () => {
  it.each([
    ['Look:\n```js\nconst a = 1;', '\n```\n'],
    ['```', '\n```\n'],
    ['Look:\r\n```js\r\nconst a = 1;\r\n', '\n```\n'],
    ['~~~~ ruby\nx\n~~~\n```', '\n~~~~\n'],
    ['`````md\n```js\n```\n````\n', '\n`````\n'],
    ['   ```\ncode', '\n   ```\n'],
    ['```\na\n```\ntext\n\n```b\nc', '\n```\n'],
    ['```\na\n``` js', '\n```\n'],
    ['- item\n\n  ```js\n  a\n\n  b', '\n  ```\n'],
    ['1. item\n   ~~~\n   a', '\n   ~~~\n'],
    ['10. - ```js\n      a', '\n      ```\n'],
    ['- a\n  - b\n    ```\n    c', '\n    ```\n'],
    ['- a\n  ```\n  b\n  ```\n\nText\n```\nc', '\n```\n'],
    ['- a\nlazily\n  ```\n  b\n````', '\n````\n'],
    ['Do:\n- a\n  ```\n  b\nText', ''],
    ['- a\n# Heading\n  ```\nb', '\n  ```\n'],
    ['- a\n  ```\n  b\n\nText ended it\n\n```\nc', '\n```\n'],
  ])('is closed: %j', (markdown, end) => {
    expect(endOfFence(markdown)).toBe(end);
    kinds(markdown);
  });

  it.each([
    '',
    'Text with ``` in it',
    '```js\ncode\n```',
    '```js\ncode\n`````  ',
    '~~~\n```\n~~~',
    '```not `a` fence',
    '    ```\n    indented code',
    '- a\n  ```\n  b\n  ```\n- c',
    '- a\n\n  ```\n  b\n\nText ended it',
    '1. a\n\n   ```sh\n   b\n   ```\n\n2. c\n',
    '> ```js\n> code',
    '> ```js\n> code\n\nText',
  ])('is none: %j', (markdown) => {
    expect(endOfFence(markdown)).toBe('');
    kinds(markdown);
  });
});

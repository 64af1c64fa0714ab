import { expect, it } from 'vitest';
import { isApplication } from '../../../src/core/content/application';

it.each([
  ['ui://shop/cart', 'text/html;profile=mcp-app', true],
  ['UI://shop/cart', 'Text/HTML; charset=utf-8; Profile="mcp-app"', true],
  // A list need not say the type, and many servers say half of it.
  ['ui://shop/cart', undefined, true],
  ['ui://shop/cart', 'text/html', true],
  ['ui://shop/{page}', undefined, true],
  ['https://shop/cart', 'text/html; profile=mcp-app', true],
  // A design system's components are context.
  ['ui://kit/button', 'text/markdown', false],
  ['ui://kit/button', '', false],
  ['ui:button', undefined, false],
  ['https://shop/cart', 'text/html', false],
  ['https://shop/cart', 'text/html;profile=mcp-application', false],
  ['https://shop/cart', 'text/html5;profile=mcp-app', false],
  ['https://shop/ui://', undefined, false],
])('%s of type %s is the interface of an application: %s', (uri, type, expected) => {
  expect(isApplication(uri, type)).toBe(expected);
});

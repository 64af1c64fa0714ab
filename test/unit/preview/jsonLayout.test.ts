import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const css = readFileSync(path.resolve(import.meta.dirname, '../../../webview-ui/styles/preview.css'), 'utf8');

/** Returns the declarations of the rule with exactly this selector. */
function rule(selector: string): readonly string[] {
  const rules = css.replace(/\/\*[^]*?\*\//gu, '').matchAll(/([^{}]+)\{([^{}]*)\}/gu);
  for (const [, name = '', body = ''] of rules)
    if (name.trim() === selector)
      return body
        .split(';')
        .map((one) => one.trim())
        .filter((one) => one !== '');
  return [];
}

it('keeps the room before a value of JSON, however long the value is, and whether the row opens or not', () => {
  expect(rule('.json-row')).toContain('display: flex');
  expect(rule('.json-row .codicon')).toEqual(['flex: none', 'width: 16px', 'margin-left: 4px']);
  expect(rule('.json-value')).toContain('min-width: 0');
});

import { describe, expect, it } from 'vitest';
import { openPanel, openList, openRows } from '../../support/panel/openPanel';
import { activeRow, boxText, focusPlace, press, rowsShown, titles, type } from '../../support/panel/reading';
import { makeRow, makeRows } from '../../support/panel/resources';
import { settled } from '../../support/panel/settled';

const fruit = ['apple', 'apricot', 'banana', 'cherry'].map((title, index) =>
  makeRow(index + 1, { title, where: `shop · fruit://${title}` }),
);
const form = makeRow(9, { kind: 'template', title: 'Any fruit', where: 'shop · fruit://{name}' });

describe('Enter in the search box', () => {
  it('attaches the first result, also where the list is scrolled away from it, and shows it', async () => {
    const { page, host } = await openList();
    await press(page, 'End');
    await page.focus('vscode-text-field');
    await press(page, 'Enter');
    await expect.poll(() => host.acts).toEqual(['attach 1']);
    await expect.poll(() => activeRow(page)).toEqual({ position: 1, title: 'orders' });
    expect(await focusPlace(page)).toBe('box');
  });

  it('waits for the rows of what was typed', async () => {
    const { page, host } = await openRows({ rows: fruit });
    const release = host.hold('search');
    await type(page, 'cherry');
    await press(page, 'Enter');
    await expect.poll(() => host.asked('search').at(-1)?.query.text).toBe('cherry');
    expect(host.acts).toEqual([]);
    release();
    await expect.poll(() => host.acts).toEqual(['attach 4']);
    expect(await titles(page)).toEqual(['cherry']);
  });

  it('attaches nothing that was not asked for: after more was typed', async () => {
    const { page, host } = await openRows({ rows: fruit });
    const release = host.hold('search');
    await type(page, 'a');
    await press(page, 'Enter', 'p');
    release();
    await expect.poll(() => titles(page)).toEqual(['apple', 'apricot']);
    expect(host.acts).toEqual([]);
  });

  it.each(['before', 'after'])(
    'attaches nothing that was not asked for: pressed %s the search failed',
    async (when) => {
      const { page, host } = await openRows({ rows: fruit });
      const release = host.hold('search');
      host.fail('search', 'The search failed.');
      await type(page, 'apr');
      if (when === 'before') await press(page, 'Enter');
      await expect.poll(() => host.asked('search').at(-1)?.query.text).toBe('apr');
      release();
      await page.waitForSelector('.notice');
      if (when === 'after') await press(page, 'Enter');
      host.recover('search');
      await page.locator('.notice .link').click();
      await expect.poll(() => titles(page)).toEqual(['apricot']);
      expect(host.acts).toEqual([]);
    },
  );

  it('opens the form of a template', async () => {
    const { page, host } = await openRows({ rows: [form, ...fruit] });
    await page.focus('vscode-text-field');
    await press(page, 'Enter');
    await page.waitForSelector('.pane');
    expect([host.acts, host.asked('openTemplate')]).toEqual([[], [{ id: 9 }]]);
  });

  it('does nothing without a result, once while it is held down, and opens with Ctrl', async () => {
    const { page, host } = await openRows({ rows: fruit });
    await type(page, 'zebra');
    await page.waitForSelector('.empty');
    await press(page, 'Enter');
    await press(page, 'Escape', 'b');
    await expect.poll(() => titles(page)).toEqual(['banana']);
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect.poll(() => host.acts).toEqual(['attach 3']);
    await press(page, 'Control+Enter');
    await expect.poll(() => host.acts).toEqual(['attach 3', 'open 3']);
  });

  it('finds the box empty at once after Escape, so that no letter joins the former text', async () => {
    const { page } = await openRows({ rows: fruit });
    await type(page, 'zebra');
    const left = await page.$eval('vscode-text-field', (field) => {
      const { control } = field as unknown as { readonly control: HTMLInputElement };
      control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
      return control.value;
    });
    expect(left).toBe('');
  });

  it('belongs to an input method while that composes', async () => {
    const { page, host } = await openRows({ rows: fruit });
    await page.focus('vscode-text-field');
    const client = await page.context().newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: 'apr', selectionStart: 3, selectionEnd: 3 });
    await expect.poll(() => titles(page)).toEqual(['apricot']);
    await press(page, 'Enter');
    await client.send('Input.insertText', { text: 'apr' });
    await press(page, 'Control+Enter');
    await expect.poll(() => host.acts).toEqual(['open 2']);
    await client.detach();
  });
});

describe('the button that attaches all results', () => {
  it('stands where the host offers it, and leaves templates out', async () => {
    const { page, host } = await openRows({ rows: [form, ...fruit] });
    expect(await page.locator('.attach-all').count()).toBe(0);
    host.attachAll = 'Attach All 4 (~1.2K tokens)';
    await type(page, 'fruit');
    await page.getByRole('button', { name: 'Attach All 4 (~1.2K tokens)' }).click();
    await expect.poll(() => host.acts).toEqual(['attach 1 2 3 4']);
  });
});

describe('letters that are typed while the panel gets the focus', () => {
  it('stand before those that the box got, and replace the text that was there', async () => {
    const { page, host } = await openRows({ rows: fruit });
    await type(page, 'cherry');
    await press(page, 'Control+Alt+J');
    await page.keyboard.type('ri');
    host.typed('ap');
    await expect.poll(() => boxText(page)).toBe('apri');
    host.typed('', false);
    await page.keyboard.type('co');
    host.typed('x', false);
    await expect.poll(() => boxText(page)).toBe('apxrico');
  });

  it.each([400, 800])('go to the box from a preview that is open, at %i pixels', async (width) => {
    const { page, host } = await openRows({ rows: fruit, width });
    await type(page, 'ap');
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight');
    await page.waitForSelector('.pane :focus');
    await press(page, 'Control+Alt+J');
    await page.keyboard.type('ch');
    host.typed();
    await expect.poll(() => boxText(page)).toBe('ch');
    await page.keyboard.type('er');
    await expect.poll(() => boxText(page)).toBe('cher');
  });

  it('replace the text also where VS Code passes them one by one', async () => {
    const { page, host } = await openRows({ rows: fruit, width: 400 });
    await type(page, 'ap');
    await press(page, 'ArrowDown', 'ArrowRight');
    await page.waitForSelector('.pane :focus');
    await press(page, 'Control+Alt+J');
    host.typed();
    await expect.poll(() => focusPlace(page)).toBe('box');
    host.typed('c', false);
    host.typed('h', false);
    await expect.poll(() => boxText(page)).toBe('ch');
  });

  it('stay in the pane where nothing wanted them in the box', async () => {
    const { page, host, pass } = await openRows({ rows: fruit, isTimeHeld: true });
    await type(page, 'ap');
    await press(page, 'ArrowDown', 'ArrowRight');
    await page.waitForSelector('.pane :focus');
    await press(page, 'Control+c');
    await page.keyboard.type('x');
    await pass(2000);
    host.typed();
    await expect.poll(() => focusPlace(page)).toBe('box');
    expect(await boxText(page)).toBe('ap');
  });

  it('are added where the page does not know of the key', async () => {
    const { page, host } = await openRows({ rows: fruit });
    host.typed('ap');
    host.typed('ri', false);
    await expect.poll(() => boxText(page)).toBe('apri');
    expect(await focusPlace(page)).toBe('box');
  });

  it('replace the text also where the user left the page and came back by the key at once', async () => {
    const panel = await openPanel({ rows: fruit, isTimeHeld: true });
    const { page, host } = panel;
    const dispatch = (name: string): Promise<void> =>
      page.evaluate((type) => void window.dispatchEvent(new Event(type)), name);
    await rowsShown(page);
    await dispatch('focus');
    await type(page, 'ri');
    host.typed('ap');
    await expect.poll(() => boxText(page)).toBe('apri');
    await settled(panel);
    await dispatch('blur');
    await dispatch('focus');
    await page.keyboard.type('rry');
    host.typed('che');
    await expect.poll(() => boxText(page)).toBe('cherry');
  });

  it('are not passed on to VS Code from the page, which would give them back; shortcuts are', async () => {
    const { page } = await openRows({ rows: makeRows(20) });
    await page.evaluate(() => {
      const keys: string[] = [];
      window.addEventListener('keydown', ({ key }) => keys.push(key));
      Object.assign(window, { keysOfWindow: keys });
    });
    await type(page, 'o r');
    await press(page, 'Control+k', 'F1', 'ArrowDown', 'd');
    expect(await page.evaluate('keysOfWindow')).toEqual(['Control', 'k', 'F1']);
    await expect.poll(() => boxText(page)).toBe('o rd');
  });

  it('is ended by the page when it has the focus', async () => {
    const { page, host } = await openRows({ rows: fruit });
    const before = host.asked('focused').length;
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(() => host.asked('focused').length).toBe(before + 1);
  });
});

describe('groups of an empty search', () => {
  it('name themselves in their first row', async () => {
    const groups = [{ group: 'pinned', isPinned: true }, {}, { group: 'others' }, {}] as const;
    const { page } = await openRows({ rows: fruit.map((row, index) => ({ ...row, ...groups[index] })) });
    const names = page.locator('.row').filter({ has: page.locator('.group') });
    expect(await names.locator('.title').allInnerTexts()).toEqual(['apple']);
    expect(await page.locator('.group-start .title').allInnerTexts()).toEqual(['banana']);
    expect(await page.locator('.group').allInnerTexts()).toEqual(['pinned']);
    const facts = JSON.parse((await page.locator('.row').first().getAttribute('data-vscode-context'))!) as unknown;
    expect(facts).toMatchObject({ webviewSection: 'resource', isPinned: true, isInContext: false, ids: [1] });
  });
});

describe('in an editor', () => {
  it('the preview has its place beside the list, and follows the row with the focus', async () => {
    const { page, host } = await openRows({ rows: fruit, theme: 'dark-editor', width: 900 });
    expect(await page.locator('.pane-hint').innerText()).toBe('Select a resource to preview it.');
    await page.locator('.row').nth(1).click();
    await page.waitForSelector('.pane');
    expect([await page.locator('.pane h2').innerText(), await focusPlace(page)]).toEqual(['apricot', 'listbox']);
    await press(page, 'ArrowDown');
    await expect.poll(() => page.locator('.pane h2').innerText()).toBe('banana');
    expect(host.asked('preview').map(({ id }) => id)).toEqual([2, 3]);
    await press(page, 'Escape');
    await page.waitForSelector('.pane-hint');
    await press(page, 'ArrowDown');
    await expect.poll(() => page.locator('.pane h2').innerText()).toBe('cherry');
  });

  it('a narrow one opens it over the list, when asked to', async () => {
    const { page } = await openList({ rows: fruit, theme: 'dark-editor', width: 400 });
    await press(page, 'ArrowDown');
    expect([await page.locator('.pane').count(), await page.locator('.pane-hint').isVisible()]).toEqual([0, false]);
    await press(page, 'ArrowRight');
    await page.waitForSelector('.pane');
  });
});

it('all text is selected by the browser alone, not once more by VS Code, and replaced by what is typed', async () => {
  const { page } = await openRows({ rows: fruit });
  await type(page, 'apple');
  // VS Code listens to the keys of a page here.
  const passedOn = await page.evaluateHandle(() => {
    const keys: string[] = [];
    window.addEventListener('keydown', ({ key }) => keys.push(key));
    return keys;
  });
  await press(page, 'Control+a', 'c');
  expect([await boxText(page), await passedOn.jsonValue()]).toEqual(['c', ['Control']]);
});

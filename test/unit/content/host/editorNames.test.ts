import { describe, expect, it } from 'vitest';
import { ConfigurationTarget } from 'vscode';
import { EditorNames } from '../../../../src/host/content/editorNames';
import { own } from '../../../support/own';
import { fakeVscode } from '../../../support/vscode/fakeVscode';

const { extensions, settings } = fakeVscode;

function contributing(contributes: object): object {
  return { name: 'some', contributes };
}

const notebooks = contributing({ notebooks: [{ type: 'jupyter', selector: [{ filenamePattern: '*.ipynb' }] }] });
const customEditors = contributing({
  customEditors: [
    { priority: 'default', selector: [{ filenamePattern: '*.{draw,Json}' }, { filenamePattern: '**/flows/*.flow' }] },
    { priority: { textEditor: 'default', diffEditor: 'option' }, selector: [{ filenamePattern: 'board' }] },
    { priority: 'builtin', selector: [{ filenamePattern: '*.png' }] },
    { priority: 'option', selector: [{ filenamePattern: '*.md' }] },
    { priority: { textEditor: 'option', diffEditor: 'explicit' }, selector: [{ filenamePattern: '*.csv' }] },
    { selector: 'none' },
    'none',
  ],
});

describe('a name', () => {
  it.each([
    ['a.ipynb', 'a.ipynb.txt'],
    ['guide/A.IPYNB', 'guide/A.IPYNB.txt'],
    ['a.ipynb.md', 'a.ipynb.md'],
    ['a.draw', 'a.draw.txt'],
    ['a.json', 'a.json.txt'],
    ['x/flows/a.flow', 'x/flows/a.flow.txt'],
    ['a.flow', 'a.flow'],
    ['board', 'board.txt'],
    ['photo.png', 'photo.png'],
    ['notes.md', 'notes.md'],
    ['rows.csv', 'rows.csv'],
  ])('such as %s is %s, which no notebook and no custom editor opens', (name, expected) => {
    extensions.setManifests([notebooks, customEditors, {}, contributing({ notebooks: {}, customEditors: [null] })]);
    expect(own(new EditorNames()).toSafeName(name)).toBe(expected);
  });

  it('of an editor that the workspace chooses is another one, and of one that the user chooses is not', () => {
    const names = own(new EditorNames());
    settings.set('workbench.editorAssociations', { '*.md': 'preview' });
    expect(names.toSafeName('a.md')).toBe('a.md');
    settings.set(
      'workbench.editorAssociations',
      { '*.Svg': 'jupyter', '*.csv': 'default' },
      ConfigurationTarget.Workspace,
    );
    expect(['a.svg', 'a.csv'].map(names.toSafeName)).toEqual(['a.svg.txt', 'a.csv']);
    settings.set('workbench.editorAssociations', { '*.{json,txt}': 'jupyter' }, ConfigurationTarget.Workspace);
    expect(names.toSafeName('a.txt')).toBe('a.txt.text');
  });

  it('follows the extensions that are installed', () => {
    const names = own(new EditorNames());
    expect(names.toSafeName('a.ipynb')).toBe('a.ipynb');
    extensions.setManifests([notebooks]);
    expect(names.toSafeName('a.ipynb')).toBe('a.ipynb.json');
  });
});

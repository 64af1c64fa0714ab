/** A colour theme as VS Code passes it to webviews. */
export interface PanelTheme {
  /** Used in file names. */
  readonly name: string;
  /** Class of the body. */
  readonly kind:
    'vscode-dark' | 'vscode-light' | 'vscode-high-contrast' | 'vscode-high-contrast vscode-high-contrast-light';
  /** Theme variables without the prefix `--vscode-`; variables that the theme leaves out are missing here, too. */
  readonly variables: Readonly<Record<string, string>>;
}

const fonts = {
  'font-family': 'system-ui, "Ubuntu", "Droid Sans", sans-serif',
  'font-size': '13px',
  'font-weight': 'normal',
};

const kinds = [
  { name: 'dark', kind: 'vscode-dark' },
  { name: 'light', kind: 'vscode-light' },
  { name: 'contrast', kind: 'vscode-high-contrast' },
  { name: 'contrastLight', kind: 'vscode-high-contrast vscode-high-contrast-light' },
] as const;

/** The variables that the panel and the toolkit use, with their values in each theme, taken from VS Code 1.139. */
const table = `
badge-background                      | #616161                   | #cccccc                   | #000000                  | #0f4a85
badge-foreground                      | #f8f8f8                   | #3b3b3b                   | #ffffff                  | #ffffff
button-background                     | #0078d4                   | #005fb8                   | #000000                  | #0f4a85
button-border                         | rgba(255, 255, 255, 0.1)  | rgba(0, 0, 0, 0.1)        | #6fc3df                  | #0f4a85
button-foreground                     | #ffffff                   | #ffffff                   | #ffffff                  | #ffffff
button-hoverBackground                | #026ec1                   | #0258a8                   | #000000                  | #0f4a85
button-secondaryBackground            | rgba(0, 0, 0, 0)          | #e5e5e5                   | -                        | -
button-secondaryBorder                | rgba(204, 204, 204, 0.15) | rgba(59, 59, 59, 0.15)    | #6fc3df                  | #0f4a85
button-secondaryForeground            | #cccccc                   | #3b3b3b                   | #ffffff                  | #292929
button-secondaryHoverBackground       | #2b2b2b                   | #cccccc                   | -                        | -
checkbox-background                   | #313131                   | #f8f8f8                   | #000000                  | #ffffff
checkbox-border                       | #3c3c3c                   | #cecece                   | #6fc3df                  | #0f4a85
checkbox-foreground                   | #cccccc                   | #3b3b3b                   | #ffffff                  | #292929
debugTokenExpression-boolean          | #4e94ce                   | #0000ff                   | #75bdfe                  | #0000ff
debugTokenExpression-name             | #c586c0                   | #9b46b0                   | #ffffff                  | #292929
debugTokenExpression-number           | #b5cea8                   | #098658                   | #89d185                  | #096d48
debugTokenExpression-string           | #ce9178                   | #a31515                   | #f48771                  | #b5200d
dropdown-background                   | #313131                   | #ffffff                   | #000000                  | #ffffff
dropdown-border                       | #3c3c3c                   | #cecece                   | #6fc3df                  | #0f4a85
dropdown-foreground                   | #cccccc                   | #3b3b3b                   | #ffffff                  | #292929
editor-background                     | #1f1f1f                   | #ffffff                   | #000000                  | #ffffff
editor-foreground                     | #cccccc                   | #3b3b3b                   | #ffffff                  | #292929
focusBorder                           | #0078d4                   | #005fb8                   | #f38518                  | #006bbd
foreground                            | #cccccc                   | #3b3b3b                   | #ffffff                  | #292929
editorSuggestWidget-background        | #202020                   | #f8f8f8                   | #0c141f                  | #ffffff
editorSuggestWidget-border            | #454545                   | #c8c8c8                   | #6fc3df                  | #0f4a85
editorSuggestWidget-foreground        | #cccccc                   | #3b3b3b                   | #ffffff                  | #292929
editorSuggestWidget-selectedBackground | #04395e                   | #e8e8e8                   | -                        | -
editorSuggestWidget-selectedForeground | #ffffff                   | #000000                   | -                        | -
gitDecoration-modifiedResourceForeground | #e2c08d                   | #895503                   | #e2c08d                  | #895503
icon-foreground                       | #cccccc                   | #3b3b3b                   | #ffffff                  | #292929
input-background                      | #313131                   | #ffffff                   | #000000                  | #ffffff
input-border                          | #3c3c3c                   | #cecece                   | #6fc3df                  | #0f4a85
input-foreground                      | #cccccc                   | #3b3b3b                   | #ffffff                  | #292929
input-placeholderForeground           | #989898                   | #767676                   | rgba(255, 255, 255, 0.7) | rgba(41, 41, 41, 0.7)
inputOption-activeBackground          | rgba(36, 137, 219, 0.51)  | #bed6ed                   | rgba(0, 0, 0, 0)         | rgba(0, 0, 0, 0)
inputOption-activeBorder              | #2488db                   | #005fb8                   | #6fc3df                  | #0f4a85
inputOption-activeForeground          | #ffffff                   | #000000                   | #ffffff                  | #292929
inputValidation-errorBorder           | #be1100                   | #be1100                   | #6fc3df                  | #0f4a85
list-activeSelectionBackground        | #04395e                   | #e8e8e8                   | -                        | -
list-activeSelectionForeground        | #ffffff                   | #000000                   | -                        | -
list-focusHighlightForeground         | #2aaaff                   | #0066bf                   | #f38518                  | #006bbd
list-focusOutline                     | #0078d4                   | #005fb8                   | #f38518                  | #006bbd
list-highlightForeground              | #2aaaff                   | #0066bf                   | #f38518                  | #006bbd
list-hoverBackground                  | #2a2d2e                   | #f2f2f2                   | rgba(255, 255, 255, 0.1) | rgba(15, 74, 133, 0.1)
list-inactiveSelectionBackground      | #37373d                   | #e4e6f1                   | -                        | -
menu-background                       | #1f1f1f                   | #ffffff                   | #000000                  | #ffffff
menu-border                           | #454545                   | #cecece                   | #6fc3df                  | #0f4a85
menu-foreground                       | #cccccc                   | #3b3b3b                   | #ffffff                  | #292929
menu-selectionBackground              | #0078d4                   | #005fb8                   | -                        | -
menu-selectionForeground              | #ffffff                   | #ffffff                   | -                        | -
notificationsErrorIcon-foreground     | #f14c4c                   | #e51400                   | #f48771                  | #b5200d
notificationsInfoIcon-foreground      | #59a4f9                   | #0063d3                   | #59a4f9                  | #0063d3
notificationsWarningIcon-foreground   | #cca700                   | #bf8803                   | #ffd370                  | #895503
panel-background                      | #181818                   | #f8f8f8                   | #000000                  | #ffffff
panel-border                          | #2b2b2b                   | #e5e5e5                   | #6fc3df                  | #0f4a85
panelTitle-activeBorder               | #0078d4                   | #005fb8                   | #6fc3df                  | #0f4a85
panelTitle-activeForeground           | #cccccc                   | #3b3b3b                   | #ffffff                  | #292929
panelTitle-inactiveForeground         | #9d9d9d                   | #3b3b3b                   | #ffffff                  | #292929
progressBar-background                | #0078d4                   | #005fb8                   | #6fc3df                  | #0f4a85
radio-activeBackground                | rgba(36, 137, 219, 0.51)  | #bed6ed                   | rgba(0, 0, 0, 0)         | rgba(0, 0, 0, 0)
radio-activeBorder                    | #2488db                   | #005fb8                   | #6fc3df                  | #0f4a85
radio-activeForeground                | #ffffff                   | #000000                   | #ffffff                  | #292929
radio-inactiveBorder                  | rgba(255, 255, 255, 0.2)  | rgba(0, 0, 0, 0.2)        | rgba(255, 255, 255, 0.4) | rgba(41, 41, 41, 0.4)
radio-inactiveHoverBackground         | rgba(90, 93, 94, 0.5)     | rgba(184, 184, 184, 0.31) | -                        | -
scrollbarSlider-activeBackground      | rgba(191, 191, 191, 0.4)  | rgba(0, 0, 0, 0.6)        | #6fc3df                  | #0f4a85
scrollbarSlider-background            | rgba(121, 121, 121, 0.4)  | rgba(100, 100, 100, 0.4)  | rgba(111, 195, 223, 0.6) | rgba(15, 74, 133, 0.4)
scrollbarSlider-hoverBackground       | rgba(100, 100, 100, 0.7)  | rgba(100, 100, 100, 0.7)  | rgba(111, 195, 223, 0.8) | rgba(15, 74, 133, 0.6)
settings-dropdownListBorder           | rgba(204, 204, 204, 0.2)  | rgba(59, 59, 59, 0.2)     | #6fc3df                  | #0f4a85
sideBar-background                    | #181818                   | #f8f8f8                   | #000000                  | #ffffff
sideBar-foreground                    | #cccccc                   | #3b3b3b                   | -                        | -
sideBarSectionHeader-border           | #2b2b2b                   | #e5e5e5                   | #6fc3df                  | #0f4a85
testing-iconPassed                    | #73c991                   | #73c991                   | #73c991                  | #007100
textCodeBlock-background              | #2b2b2b                   | #f8f8f8                   | #000000                  | #ffffff
textLink-activeForeground             | #4daafc                   | #005fb8                   | #21a6ff                  | #0f4a85
textLink-foreground                   | #4daafc                   | #005fb8                   | #21a6ff                  | #0f4a85
toolbar-activeBackground              | rgba(99, 102, 103, 0.31)  | rgba(166, 166, 166, 0.31) | -                        | -
toolbar-hoverBackground               | rgba(90, 93, 94, 0.31)    | rgba(184, 184, 184, 0.31) | -                        | -
widget-border                         | #313131                   | #e5e5e5                   | #6fc3df                  | #0f4a85
widget-shadow                         | rgba(0, 0, 0, 0.36)       | rgba(0, 0, 0, 0.16)       | -                        | -
list-focusAndSelectionOutline         | -                         | #005fb8                   | -                        | -
contrastActiveBorder                  | -                         | -                         | #f38518                  | #006bbd
contrastBorder                        | -                         | -                         | #6fc3df                  | #0f4a85
menu-selectionBorder                  | -                         | -                         | #f38518                  | #006bbd
toolbar-hoverOutline                  | -                         | -                         | #f38518                  | #006bbd
`;
const rows = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** The themes of the table; a theme leaves out the variables for which it has `-`. */
export const themes: readonly PanelTheme[] = kinds.map((theme, index) => {
  const values = rows.map(([name = '', ...row]) => [name, row[index] ?? '-'] as const);
  return { ...theme, variables: { ...fonts, ...Object.fromEntries(values.filter(([, value]) => value !== '-')) } };
});

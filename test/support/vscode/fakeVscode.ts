import { commandsControl } from './commands';
import { settings } from './configuration';
import { editors } from './editors';
import { envControl, extensionsControl, languagesControl } from './env';
import { files } from './files';
import { models } from './languageModels';
import { inputs, messages, openDialogs, picks, saveDialogs, shownTexts } from './questions';
import { inputBoxes, quickPicks, resetQuickInputs, shownInputBox, shownQuickPick } from './quickInputs';
import { takeUnexpected } from './unexpected';
import { views } from './views';
import { windowControl } from './window';
import { workspaceControl } from './workspace';

const questions = { messages, picks, inputs, saveDialogs, openDialogs };

/** The test's side of the fake VS Code: the user's actions, and what the user saw. Reset for each test. */
export const fakeVscode = {
  /** Messages, quick picks, input boxes and dialogs: `asked` records them, `answer` and `answerAll` set the user's answers. */
  ...questions,
  /** Everything the user saw in messages and in the status bar, oldest first. */
  shownTexts,
  /** Presses this button on every message that has it, from now on, and dismisses all others. */
  press(button: string | undefined): void {
    messages.answerAll(({ buttons }) => buttons.find((one) => one === button));
  },
  /** Quick picks and input boxes that the extension created, and the visible one. */
  quickPicks,
  inputBoxes,
  get quickPick() {
    return shownQuickPick();
  },
  get inputBox() {
    return shownInputBox();
  },
  commands: commandsControl,
  /** The context keys that `when` clauses read. */
  contextKeys: commandsControl.contextKeys,
  settings,
  files,
  workspace: workspaceControl,
  editors,
  views,
  window: windowControl,
  env: envControl,
  models,
  languages: languagesControl,
  extensions: extensionsControl,

  /** A new test begins. */
  reset(): void {
    for (const kind of Object.values(questions)) kind.reset();
    resetQuickInputs();
    shownTexts.length = 0;
    const parts = [commandsControl, settings, files, workspaceControl, editors, views, windowControl];
    for (const part of [...parts, envControl, models, languagesControl, extensionsControl]) part.reset();
    takeUnexpected();
  },

  /** Returns sentences about calls that no test expected, and answers that were never used. */
  takeFaults(): readonly string[] {
    const unused = Object.entries(questions).filter(([, { unused }]) => unused > 0);
    return [
      ...takeUnexpected(),
      ...unused.map(([name, { unused }]) => `${unused} answers of the test to ${name} were not asked for.`),
    ];
  },
};

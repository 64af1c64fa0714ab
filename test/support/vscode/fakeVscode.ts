import { commandsControl } from './commands';
import { settings } from './configuration';
import { editors } from './editors';
import { envControl, languagesControl } from './env';
import { files } from './files';
import { models } from './languageModels';
import { inputs, messages, openDialogs, picks, saveDialogs, told } from './questions';
import { inputBoxes, quickPicks, resetQuickInputs, shownInputBox, shownQuickPick } from './quickInputs';
import { takeUnexpected } from './unexpected';
import { views } from './views';
import { windowControl } from './window';
import { workspaceControl } from './workspace';

const questions = { messages, picks, inputs, saveDialogs, openDialogs };

/** The test's side of the fake of VS Code: the user who uses it, and what they saw. Everything is new for each test. */
export const fakeVscode = {
  /** Messages, quick picks, input boxes and dialogs: `asked` has them, `answer` and `answerAll` say what the user does. */
  ...questions,
  /** All that the user was told, in messages and in the status bar, the oldest first. */
  told,
  /** The user presses this button on every message that has it, from now on, and lets all others go away. */
  press(button: string | undefined): void {
    messages.answerAll(({ buttons }) => buttons.find((one) => one === button));
  },
  /** Quick picks and input boxes that the extension made itself: what was made, and the one in sight. */
  quickPicks,
  inputBoxes,
  get quickPick() {
    return shownQuickPick();
  },
  get inputBox() {
    return shownInputBox();
  },
  commands: commandsControl,
  /** What `when` clauses see. */
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

  /** A new test begins. */
  reset(): void {
    for (const one of Object.values(questions)) one.reset();
    resetQuickInputs();
    told.length = 0;
    const parts = [commandsControl, settings, files, workspaceControl, editors, views, windowControl];
    for (const one of [...parts, envControl, models, languagesControl]) one.reset();
    takeUnexpected();
  },

  /** What no test said that it may happen, as sentences; and answers that nobody asked for. */
  takeFaults(): readonly string[] {
    const unused = Object.entries(questions).filter(([, { unused }]) => unused > 0);
    return [
      ...takeUnexpected(),
      ...unused.map(([name, { unused }]) => `${unused} answers of the test to ${name} were not asked for.`),
    ];
  },
};

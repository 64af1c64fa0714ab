// Takes the place of the module `vscode` in fuzzing: what the host does with a message is checked before it reaches VS Code.
export const commands = {};
export const window = {};
export const Uri = {};

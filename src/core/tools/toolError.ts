/** A failure of a tool call for the model that made it: in English, it says what happened and what to call or to ask the user for. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** How the picker introduces itself to servers; a test holds the version against package.json. */
export const clientInfo = { name: 'mcp-resource-picker', title: 'MCP Resource Picker', version: '0.1.0' };

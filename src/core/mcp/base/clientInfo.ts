/** Name and version sent to servers; a test compares the version with package.json. */
export const clientInfo = { name: 'mcp-resource-picker', title: 'MCP Resource Picker', version: '0.1.0' };

// What the Copilot harness, VS Code's agent host, needs to run without an account: VS Code's own hooks for its smoke tests, with made-up values, and
// the recording model in place of Copilot's service.
// https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/agentHost/node/shared/copilotApiService.ts
import type { WorkbenchOptions } from '../workbench/workbenchFolder.js';

const madeUp = 'made-up';

const limits = { max_context_window_tokens: 136_000, max_prompt_tokens: 128_000, max_output_tokens: 8_000 };

/** The one model that the service has. */
const model = {
  id: 'recorder',
  name: 'Recorder',
  object: 'model',
  vendor: 'Test',
  version: 'recorder',
  preview: false,
  model_picker_enabled: true,
  is_chat_default: true,
  is_chat_fallback: true,
  supported_endpoints: ['/chat/completions'],
  policy: { state: 'enabled', terms: '' },
  billing: { is_premium: false, multiplier: 0 },
  capabilities: {
    type: 'chat',
    family: 'recorder',
    object: 'model_capabilities',
    tokenizer: 'o200k_base',
    limits: {
      ...limits,
      vision: { max_prompt_images: 5, max_prompt_image_size: 3_145_728, supported_media_types: ['image/png'] },
    },
    supports: { streaming: true, tool_calls: true, parallel_tool_calls: true, vision: true },
  },
};

/** Seconds since 1970: in 2100. */
const inThisCentury = 4_102_444_800;

const accountOf = (url: string): object => ({
  login: madeUp,
  access_type_sku: 'free_educational',
  copilot_plan: 'individual',
  chat_enabled: true,
  can_signup_for_limited: false,
  organization_list: [],
  organization_login_list: [],
  endpoints: { api: url, proxy: url, telemetry: url, 'origin-tracker': url },
});

const tokenOf = (url: string): object => ({
  ...accountOf(url),
  token: madeUp,
  expires_at: inThisCentury,
  refresh_in: 1_000_000,
  sku: 'free_educational',
  username: madeUp,
  individual: true,
  telemetry: 'disabled',
});

/** The answer of Copilot's service at `url` to a request for a path, apart from messages to the model. */
export function serviceAnswer(url: string, path: string): object | undefined {
  if (path === '/models') return { object: 'list', data: [model] };
  if (path.startsWith('/models/session'))
    return { available_models: [model.id], selected_model: model.id, session_token: madeUp, expires_at: inThisCentury };
  if (path === '/copilot_internal/user') return accountOf(url);
  if (path.startsWith('/copilot_internal/')) return tokenOf(url);
  return undefined;
}

/** Requests to all other places go to the service at `url`, too, which refuses them: none leaves the machine. */
const onThisMachine = (url: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => [name, url])),
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
  NODE_USE_ENV_PROXY: '1',
});

/** How a workbench starts with sessions of the harness, whose service is at `url`. */
export function harnessOptions(url: string): Pick<WorkbenchOptions, 'env' | 'settings' | 'hasAgentHost'> {
  return {
    hasAgentHost: true,
    env: {
      ...onThisMachine(url),
      VSCODE_AGENT_HOST_CAPI_URL_OVERRIDE: url,
      COPILOT_API_URL: url,
      COPILOT_DEBUG_GITHUB_API_URL: url,
      GITHUB_COPILOT_API_TOKEN: madeUp,
      // The chat extension gets a default model by these. code-server opens VS Code's proposed interfaces to all extensions, whose tools then need
      // one.
      GITHUB_PAT: madeUp,
      IS_SCENARIO_AUTOMATION: '1',
      VSCODE_COPILOT_CHAT_TOKEN: Buffer.from(JSON.stringify(tokenOf(url))).toString('base64'),
    },
    settings: {
      'chat.agentHost.unsafeTestToken': madeUp,
      'github.copilot.advanced.debug.overrideProxyUrl': url,
    },
  };
}

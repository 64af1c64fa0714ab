// A scriptable MCP server over stdio that can misbehave.
//
//   node rawServer.mjs --scenario NAME [--flag value]…
//   node rawServer.mjs '{"scenario": "empty", "answers": {"resources/list": [{"result": {"resources": []}}]}}'
//
// Flags of all scenarios: --delay MS before each answer; --record FILE gets every received message, a line each.
// Every scenario answers resources/read of control://log (all received messages) and control://subscriptions.
// See the comment of each scenario in raw/*.mjs for its flags.
//
// A script may have: scenario (to start from), options (flags), capabilities, revision, stderr and stdout (lines written at the start), and answers:
// for each method one answer, or a list of which the last one repeats. An answer is one of {"result"}, {"error": {code, message, data}}, {"none":
// true}, {"raw": "a line"}, {"exit": code}, each with an optional "notify": [{method, params}] that is sent after it.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Peer, RpcError, noAnswer } from './raw/peer.mjs';
import { folderScenarios } from './raw/folderScenarios.mjs';
import { listScenarios } from './raw/listScenarios.mjs';
import { liveScenarios } from './raw/liveScenarios.mjs';
import { modernScenarios } from './raw/modernScenarios.mjs';
import { processScenarios } from './raw/processScenarios.mjs';
import { readScenarios } from './raw/readScenarios.mjs';
import { skillScenarios } from './raw/skillScenarios.mjs';
import { templateScenarios } from './raw/templateScenarios.mjs';

const scenarios = {
  ...listScenarios,
  ...readScenarios,
  ...liveScenarios,
  ...processScenarios,
  ...modernScenarios,
  ...templateScenarios,
  ...folderScenarios,
  ...skillScenarios,
};

/**
 * @typedef {{ result?: unknown, error?: { code: number, message: string, data?: unknown }, none?: boolean, raw?: string,
 *   exit?: number, notify?: { method: string, params?: unknown }[] }} Answer
 * @typedef {{ scenario?: string, options?: Record<string, unknown>, capabilities?: Record<string, unknown>, revision?: string,
 *   stderr?: string[], stdout?: string[], answers?: Record<string, Answer | Answer[]> }} Script
 */

/** Parses flags of any name; an argument without a flag is a script, or an argument for `echoLaunch`. */
function parse() {
  const { tokens } = parseArgs({ args: process.argv.slice(2), strict: false, tokens: true });
  /** @type {Record<string, string>} */
  const options = {};
  /** @type {string[]} */
  const alone = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    const next = tokens[index + 1];
    if (token?.kind === 'positional') alone.push(token.value);
    if (token?.kind !== 'option') continue;
    if (token.value === undefined && next?.kind === 'positional') {
      options[token.name] = next.value;
      index++;
    } else options[token.name] = token.value ?? 'true';
  }
  /** @type {Script} */
  const script = alone[0]?.startsWith('{') ? JSON.parse(alone[0]) : {};
  for (const [name, value] of Object.entries(script.options ?? {})) options[name] = String(value);
  return { script, options, scenario: options['scenario'] ?? script.scenario ?? 'empty' };
}

/** @param {Peer} peer @param {Script} script */
function follow(peer, script) {
  if (script.capabilities) peer.capabilities = script.capabilities;
  if (script.revision) peer.revision = script.revision;
  for (const line of script.stderr ?? []) process.stderr.write(`${line}\n`);
  for (const line of script.stdout ?? []) peer.write(`${line}\n`);
  for (const [method, given] of Object.entries(script.answers ?? {})) {
    const answers = Array.isArray(given) ? [...given] : [given];
    peer.handlers.set(method, () =>
      answerWith(peer, (answers.length > 1 ? answers.shift() : answers[0]) ?? { none: true }),
    );
  }
}

/** @param {Peer} peer @param {Answer} answer */
function answerWith(peer, { result, error, raw, exit, notify }) {
  setImmediate(() => {
    for (const { method, params } of notify ?? []) peer.notify(method, params);
  });
  if (raw !== undefined) peer.write(`${raw}\n`);
  if (exit !== undefined) process.exit(exit);
  if (error) throw new RpcError(error.code, error.message, error.data);
  return result === undefined ? noAnswer : result;
}

const { script, options, scenario } = parse();
const peer = new Peer(options);
const play = /** @type {Record<string, (peer: Peer) => void | Promise<void>>} */ (scenarios)[scenario];
if (!play) {
  process.stderr.write(`There is no scenario ${scenario}. There are: ${Object.keys(scenarios).join(', ')}\n`);
  process.exit(2);
}
await play(peer);
follow(peer, script);
createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line.trim() !== '') peer.receive(JSON.parse(line));
  })
  .on('close', () => {
    if (peer.options['stays'] !== 'true') process.exit(0);
  });
process.stdout.on('error', () => process.exit(0));

// What agents get: descriptions and schemas of the tools, the skill that says when to use which, and results that lead on.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CancellationTokenSource, Uri } from 'vscode';
import { allVisible } from '../../../support/allVisible';
import { addedTexts, pickedUris, toolTasks, type ToolTask } from '../../../support/copilot/toolTasks';
import { own } from '../../../support/own';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { node } from '../../mcp/support';
import { newWorld } from '../world';
import { registerTools } from './calls';

interface Schema {
  readonly type: string;
  readonly properties: Readonly<Record<string, object>>;
}

interface Tool {
  readonly name: string;
  readonly toolReferenceName: string;
  readonly modelDescription: string;
  readonly when: string;
  readonly inputSchema: Schema;
}

const root = path.resolve(import.meta.dirname, '../../../..');
const { contributes } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly contributes: {
    readonly languageModelTools: readonly Tool[];
    readonly chatSkills: readonly { readonly path: string; readonly when: string }[];
  };
};
const { languageModelTools, chatSkills } = contributes;
const ajv = new Ajv();
/** By both names of a tool. An argument that the schema does not have is an error. */
const validators = new Map<string, ValidateFunction>(
  languageModelTools.flatMap(({ name, toolReferenceName, inputSchema }) => {
    const validate = ajv.compile({ ...inputSchema, additionalProperties: false });
    return [name, toolReferenceName].map((one): [string, ValidateFunction] => [one, validate]);
  }),
);

/** The mistakes in a call; empty where it fits the tool's schema. */
function mistakesIn(tool: string, input: unknown): string {
  const validate = validators.get(tool);
  if (!validate) return `${tool}: there is no such tool`;
  return validate(input) ? '' : `${tool} ${JSON.stringify(input)}: ${ajv.errorsText(validate.errors)}`;
}

describe('the tools', () => {
  it('cost a message less than 1,000 tokens together', () => {
    const offered = languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
      type: 'function',
      function: { name, description: modelDescription, parameters: inputSchema },
    }));
    expect(countTokens(JSON.stringify(offered))).toBeLessThan(1_000);
  });

  it('name no other tool: it has another name in an agent session', () => {
    const names = languageModelTools.flatMap(({ name, toolReferenceName }) => [name, toolReferenceName]);
    const texts = JSON.stringify(
      languageModelTools.map(({ modelDescription, inputSchema }) => [modelDescription, inputSchema]),
    );
    expect(names.filter((name) => new RegExp(`\\b${name}\\b`, 'u').test(texts))).toEqual([]);
  });
});

describe('the skill', () => {
  const [skill = { path: '', when: '' }] = chatSkills;
  const text = readFileSync(path.join(root, skill.path), 'utf8');
  const [, header = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/u.exec(text) ?? [];
  const fields = new Map(
    header.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const codes = [...body.matchAll(/`([^`]+)`/gu)].map(([, code]) => code!);
  const calls = codes.flatMap((code) => {
    const [, tool, input] = /^(\w+) (\{.*\})$/u.exec(code) ?? [];
    return tool === undefined || input === undefined ? [] : [{ tool, input: JSON.parse(input) as object }];
  });

  // https://github.com/microsoft/vscode-docs/blob/7cf5f62bcc9c2fd67cdd1e1e401514eaef2c8034/docs/agent-customization/agent-skills.md
  it('is one that VS Code loads: named like its folder, with a description that it does not cut', () => {
    expect([chatSkills.length, skill.path]).toEqual([1, `./skills/${fields.get('name')}/SKILL.md`]);
    expect([...fields.keys()]).toEqual(['name', 'description', 'argument-hint']);
    expect(fields.get('name')).toMatch(/^[a-z0-9-]{1,64}$/u);
    expect(fields.get('description')).toMatch(/^[^<>#]{100,1024}$/u);
    // In a plain YAML scalar these would begin a value or a comment.
    expect([...fields.values()].filter((value) => /: | #|^["'@&*!|>%{[]/u.test(value))).toEqual([]);
  });

  it('is offered when the tools are, and short', () => {
    expect(languageModelTools.filter(({ when }) => when !== skill.when)).toEqual([]);
    expect(countTokens(text)).toBeLessThan(780);
  });

  it('names every tool by both of its names, and calls them as their schemas want it', () => {
    const named = [...body.matchAll(/^\| `(\w+)`, `(\w+)` \|/gmu)].map(([, name, reference]) => [name, reference]);
    expect(named).toEqual(languageModelTools.map(({ name, toolReferenceName }) => [name, toolReferenceName]));
    expect(calls.flatMap(({ tool, input }) => mistakesIn(tool, input) || [])).toEqual([]);
    expect(new Set(calls.map(({ tool }) => tool)).size).toBe(3);
  });

  it('names no parameter that there is not', () => {
    const parameters = new Set(languageModelTools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties)));
    const ofResults = [
      'nextCursor',
      'skill',
      'allowed',
      'notes',
      'servers',
      'uriTemplate',
      '@server:uri',
      'mcpres://',
      'problem',
      'serverSays',
      'invisibleCharacters',
    ];
    const words = codes.filter((code) => !code.includes(' ') && !validators.has(code) && !ofResults.includes(code));
    expect(words.filter((word) => !parameters.has(word))).toEqual([]);
    expect(words.length).toBeGreaterThan(3);
  });
});

describe('twenty tasks', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tasks-'));
  const file = path.join(folder, 'texts.json');
  const token = new CancellationTokenSource().token;

  beforeAll(() => writeFileSync(file, JSON.stringify(addedTexts)));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Registers the tools over the demo server, which models may read. */
  async function start(): Promise<void> {
    const world = newWorld({ larkspur: node('dist/demo-server.js', '--watch-file', file) });
    own(registerTools({ ...world, visibility: allVisible, fileAt: () => undefined }));
    await world.start('ticket://support/{number}');
    for (const uri of pickedUris) await world.pick('larkspur', uri);
    await world.allowances.allow([world.connections.get(world.idOf('larkspur'))!.definition]);
  }

  /** Calls a tool as VS Code does, with a user who allows it. */
  async function call(name: string, input: object): Promise<{ readonly result: string; readonly isAsked: boolean }> {
    const tool = fakeVscode.models.tools.get(name) as unknown as {
      prepareInvocation(
        options: object,
      ): { confirmationMessages?: object } | Promise<{ confirmationMessages?: object }>;
      invoke(options: object, token: object): Promise<{ content: readonly { value?: string }[] }>;
    };
    const { confirmationMessages } = await tool.prepareInvocation({ input });
    const isAsked = confirmationMessages !== undefined;
    try {
      const { content } = await tool.invoke(
        { input, chatSessionResource: Uri.parse('vscode-chat-session://local/1') },
        token,
      );
      return { result: content.map(({ value = '' }) => value).join(''), isAsked };
    } catch (error) {
      return { result: (error as Error).message, isAsked };
    }
  }

  it('use each tool, with names from the question and from results before, to the answer', async () => {
    expect(toolTasks).toHaveLength(20);
    expect(new Set(toolTasks.flatMap(({ calls }) => calls.map(({ tool }) => tool))).size).toBe(3);
    await start();
    for (const task of toolTasks) await play(task);
  });

  async function play({ ask, calls, answer }: ToolTask): Promise<void> {
    let known = ask;
    let last = '';
    for (const { tool, input: given, asks = false } of calls) {
      const input = typeof given === 'function' ? given(last) : given;
      expect(mistakesIn(tool, input)).toBe('');
      const { uri, uriTemplate = '' } = input;
      expect(known).toContain(uri ?? uriTemplate);
      const { result, isAsked } = await call(tool, input);
      expect(isAsked, ask).toBe(asks);
      last = result;
      known += result;
    }
    expect(last, ask).toContain(answer);
  }
});

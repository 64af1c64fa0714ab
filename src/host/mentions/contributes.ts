import type { LanguageSettings } from '../../core/mentions/mention/languagePorts';
import { onRow, resourceRows, type Contribution, type Text } from '../base/manifest/contribution';
import { contextKeys } from '../base/ids';

export const contributes: Contribution = {
  commands: {
    attachMentioned: {
      title: ['Attach Mentioned Resources', '附加提及的资源'],
      arguments: 'document',
      menus: [
        {
          menu: 'editor/context',
          when: `${contextKeys.hasServers} && resourceScheme != mcpres && resourceScheme != output`,
          group: 'z_mcpResources@1',
        },
      ],
    },
    addMentioned: {
      title: ['Add Mentioned Resources', '将提及的资源添加到上下文'],
      arguments: 'document',
      palette: false,
    },
    copyMention: {
      title: ['Copy as Mention', '复制为提及文本'],
      arguments: 'resources',
      palette: false,
      menus: [onRow('3_copy@3', resourceRows)],
    },
  },
  settings: [
    {
      name: 'mentions',
      title: ['Mentions', '提及'],
      order: 5,
      settings: {
        mentionLenses: {
          id: 'mentions.codeLens',
          description: [
            'Controls whether a CodeLens at the top of a file offers to attach the resources that the file mentions.',
            '控制文件顶部是否显示 CodeLens，用于附加该文件提及的资源。',
          ],
          schema: { type: 'boolean', default: true },
        },
        mentionProblems: {
          id: 'mentions.problems',
          description: [
            'Controls the severity of problems with mentions: an unknown server, or a resource that its server doesn’t list.',
            '控制以下提及问题的严重性：服务器未知，或服务器未列出所提及的资源。',
          ],
          choices: {
            off: ['Don’t report problems.', '不报告问题。'],
            hint: [
              'Show three faint dots below the mention, and nothing in the Problems view.',
              '在提及文本下方显示三个浅色圆点，不在“问题”视图中列出。',
            ],
            information: [
              'Underline the mention in blue, and show it in the Problems view.',
              '在提及文本下方显示蓝色下划线，并在“问题”视图中显示问题。',
            ],
            warning: [
              'Underline the mention in yellow, and show it in the Problems view.',
              '在提及文本下方显示黄色下划线，并在“问题”视图中显示问题。',
            ],
          } satisfies Record<LanguageSettings['problems'], Text>,
          schema: { default: 'hint' },
        },
      },
    },
  ],
};

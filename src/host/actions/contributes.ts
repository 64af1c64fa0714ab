import { inList, onFoundRow, onRow, resourceViews, rowsOf, type Contribution } from '../base/manifest/contribution';
import { rowKinds, views } from '../base/ids';

export const contributes: Contribution = {
  commands: {
    attach: {
      title: ['Attach to Chat', '附加到聊天'],
      arguments: 'ownResources',
      icon: 'attach',
      menus: [
        onRow('inline@1', rowsOf(resourceViews, /^((resource|skill)(\.|$)|picked$)/)),
        onRow('1_use@1', rowsOf(resourceViews, /^(resource|skill|picked|group)/)),
        onFoundRow('1_use@1'),
        { menu: 'editor/title', when: 'resourceScheme =~ /^mcpres(-seen)?$/', group: 'navigation@1' },
      ],
      keys: [inList(views.resources, 'shift+enter'), inList(views.context, 'shift+enter')],
    },
    allowSkill: {
      title: ['Allow This Skill…', '允许此技能…'],
      arguments: 'resources',
      menus: [
        onRow('4_models@1', rowsOf(views.resources, /^skill(\.picked)?$/)),
        onFoundRow('4_models@1', 'isSkill && !isAllowed'),
      ],
    },
    stopAllowingSkill: {
      title: ['Stop Allowing This Skill', '停止允许此技能'],
      arguments: 'resources',
      palette: false,
      menus: [
        onRow('4_models@1', rowsOf(views.resources, /^skill\.(picked\.)?allowed$/)),
        onFoundRow('4_models@1', 'isAllowed'),
      ],
    },
    attachSelection: {
      title: ['Attach Selection', '附加所选内容'],
      icon: 'attach',
      enablement: 'resourceScheme == mcpres',
      palette: false,
      menus: [
        { menu: 'editor/context', when: 'editorHasSelection && resourceScheme == mcpres', group: 'z_mcpResources@0' },
      ],
    },
    addToContext: {
      title: ['Add to Context', '添加到上下文'],
      arguments: 'ownResources',
      icon: 'add',
      menus: [
        onRow('1_use@4', rowsOf(views.resources, /^(resource(\.kept)?|skill(\.allowed)?)$/)),
        onFoundRow('1_use@4', '!isInContext'),
      ],
    },
    open: {
      title: ['Open in New Tab', '在新选项卡中打开'],
      arguments: 'ownResources',
      icon: 'go-to-file',
      menus: [onRow('1_use@3', rowsOf(resourceViews, /^(resource|skill|picked)/)), onFoundRow('1_use@3')],
    },
    copyUri: {
      title: ['Copy URI', '复制 URI'],
      arguments: 'resources',
      palette: false,
      menus: [onRow('3_copy@1', rowsOf(resourceViews, /^(resource|skill|picked|group)/)), onFoundRow('2_copy@1')],
      keys: [inList(views.resources, 'ctrl+c'), inList(views.context, 'ctrl+c')],
    },
    copyContent: {
      title: ['Copy Content', '复制内容'],
      arguments: 'ownResources',
      palette: false,
      menus: [onRow('3_copy@2', rowsOf(resourceViews, /^(resource|skill|picked)/)), onFoundRow('2_copy@2')],
    },
    save: {
      title: ['Save As…', '另存为…'],
      arguments: 'ownResources',
      palette: false,
      menus: [onRow('4_save@1', rowsOf(views.resources, /^(resource(\.|$)|group\.folder\.listed$)/))],
    },
    copyUriTemplate: {
      title: ['Copy URI Template', '复制 URI 模板'],
      arguments: 'templates',
      palette: false,
      menus: [onRow('2_copy@1', rowsOf(views.resources, rowKinds.template))],
    },
  },
};

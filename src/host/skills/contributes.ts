import { onRow, rowsOf, type Contribution } from '../base/manifest/contribution';
import { views } from '../base/ids';

export const contributes: Contribution = {
  commands: {
    allowSkill: {
      title: ['Allow This Skill…', '允许此技能…'],
      arguments: 'resources',
      menus: [onRow('4_models@1', rowsOf(views.resources, /^skill\b/))],
    },
  },
};

import { onRow, rowsOf, type Contribution } from '../base/manifest/contribution';
import { rowKinds, views } from '../base/ids';

export const contributes: Contribution = {
  commands: {
    fillInTemplate: {
      title: ['Fill In Template…', '填写模板…'],
      arguments: 'template',
      palette: false,
      menus: [onRow('1_use@1', rowsOf(views.resources, rowKinds.template))],
    },
    openFromTemplate: { title: ['Open Resource from Template…', '从模板打开资源…'] },
    copyUriTemplate: {
      title: ['Copy URI Template', '复制 URI 模板'],
      arguments: 'templates',
      palette: false,
      menus: [onRow('2_copy@1', rowsOf(views.resources, rowKinds.template))],
    },
    forgetResource: {
      title: ['Remove Saved Resource', '移除已保存的资源'],
      arguments: 'resources',
      palette: false,
      menus: [onRow('5_keep@1', rowsOf(views.resources, /^resource\.(picked\.)?kept$/))],
    },
  },
};

import { expect, it } from 'vitest';
import { flawsOf } from '../../support/panel/appearance';
import { openPanel } from '../../support/panel/openPanel';
import { messageStates, reach } from '../../support/panel/states';

it.each(messageStates)(
  'the state $name is accessible in every theme, and keeps the content security policy',
  async (state) => {
    const panel = await openPanel({ ...state.options, reducedMotion: true });
    await reach(state, panel);
    expect(await flawsOf(panel, `panel-${state.name}`, { axeWidths: [600] })).toEqual([]);
    expect(panel.complaints).toEqual([]);
  },
);

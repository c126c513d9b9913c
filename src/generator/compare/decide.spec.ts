import { type Action, type Mode, type Situation, decide, movesBaseline } from './decide.js';

const MODES: Mode[] = ['default', 'merge', 'overwrite'];

const situation = (more: Partial<Situation>): Situation => ({
  ...{ state: 'untouched', hasBase: true, isRendered: true, isCurrent: true, isTaken: false, isModuleThere: true },
  ...more,
});

describe('what becomes of a file', () => {
  it.each<[name: string, given: Partial<Situation>, actions: [Action, Action, Action]]>([
    ['untouched, as before', {}, ['skip', 'skip', 'overwrite']],
    ['untouched, otherwise', { isCurrent: false }, ['outdated', 'overwrite', 'overwrite']],
    ['edited, as before', { state: 'edited' }, ['skip', 'skip', 'overwrite']],
    ['edited, otherwise', { state: 'edited', isCurrent: false }, ['outdated', 'merge', 'overwrite']],
    ['edited to what is rendered', { state: 'edited', isCurrent: false, isTaken: true }, ['skip', 'skip', 'overwrite']],
    ['deleted by hand', { state: 'absent', isCurrent: false }, ['generate', 'stay', 'generate']],
    ['deleted with its module', { state: 'absent', isModuleThere: false }, ['generate', 'generate', 'generate']],
    ['never there', { state: 'absent', hasBase: false }, ['generate', 'generate', 'generate']],
    ['unknown, as rendered', { state: 'unknown', hasBase: false, isTaken: true }, ['skip', 'skip', 'skip']],
    ['unknown, otherwise', { state: 'unknown', hasBase: false }, ['skip', 'refuse', 'overwrite']],
    ['untouched, no longer rendered', { isRendered: false }, ['skip', 'remove', 'remove']],
    ['edited, no longer rendered', { state: 'edited', isRendered: false }, ['skip', 'conflict', 'conflict']],
    ['gone on both sides', { state: 'absent', isRendered: false }, ['forget', 'forget', 'forget']],
  ])('%s', (_name, given, actions) => {
    expect(MODES.map((mode) => decide(situation(given), mode))).toEqual(actions);
  });

  it.each<[action: Action, given: Partial<Situation>, moves: boolean]>([
    ['skip', {}, true],
    ['skip', { state: 'unknown', hasBase: false, isTaken: true }, true],
    ['skip', { state: 'unknown', hasBase: false, isCurrent: false }, false],
    ['outdated', { isCurrent: false }, false],
    ['refuse', { state: 'unknown', hasBase: false }, false],
    ['merge', { state: 'edited', isCurrent: false }, true],
    ['stay', { state: 'absent', isCurrent: false }, true],
    ['generate', { state: 'absent', hasBase: false }, true],
  ])('%s takes the rendering in: %j', (action, given, moves) => {
    expect(movesBaseline(situation(given), action)).toBe(moves);
  });
});

import process from 'node:process';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** The descriptions of the symbols below which Jest keeps the state of a spec in the globals that usually end with it. */
const KEPT_BY_JEST = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL']);

/** Runs the specs in the worker's own realm, whose modules all of them share: see `runtime.js`. */
export default class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  /** Jest replaces it for each spec. */
  exit = process.exit;

  /** @param {import('@jest/environment').JestEnvironmentConfig} config */
  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  /** Provides as much of the `jest` object as has a meaning where modules are not Jest's. */
  async setup() {
    const { moduleMocker: mocks, fakeTimersModern: timers } = this;
    globalThis.jest = {
      fn: (...args) => mocks.fn(...args),
      spyOn: (...args) => mocks.spyOn(...args),
      resetAllMocks: () => mocks.resetAllMocks(),
      useFakeTimers: (options) => timers.useFakeTimers(options),
      useRealTimers: () => timers.useRealTimers(),
      advanceTimersByTimeAsync: (milliseconds) => timers.advanceTimersByTimeAsync(milliseconds),
    };
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    process.exit = this.exit;
    // Jest would go on telling what handles the events of each spec of all later tests, and keep all specs in memory.
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (KEPT_BY_JEST.has(symbol.description)) delete globalThis[symbol];
    }
  }

  exportConditions() {
    return [];
  }

  getVmContext() {
    return null;
  }
}

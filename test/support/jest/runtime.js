import asyncHooks from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const require = createRequire(import.meta.url);

// Node.js 20 compiles functions to its fastest code so early that it takes a tenth of a spec's processor time, on threads
// that the other workers need. Later versions compile in more steps, and do not know the flag.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=540672');

/**
 * Tells Jest's modules which test is running; they run one at a time. Node.js copies a real AsyncLocalStorage into every
 * promise for as long as the process lives, and each spec would add one: every spec would make all later ones slower, and
 * whatever outlives a test would keep the test's application in memory.
 */
class TestContext {
  #store;

  async run(store, callback) {
    const outer = this.#store;
    this.#store = store;
    try {
      return await callback();
    } finally {
      this.#store = outer;
    }
  }

  getStore() {
    return this.#store;
  }
}

/**
 * The source maps of what the loader has compiled, by its address. The loader keeps them to itself, on a thread of its
 * own, so a file is compiled again when a stack first names it: without its map, a failure would show other lines.
 */
class LoaderMaps extends Map {
  get(url) {
    if (!this.has(url) && url.startsWith('file:') && url.endsWith('.ts')) this.set(url, this.#compile(url));
    return super.get(url);
  }

  #compile(url) {
    // Loaded when needed, as they take a quarter of a second.
    const { ModuleKind } = require('typescript');
    const { readDefaultTsConfig } = require('@swc-node/register/read-default-tsconfig');
    const { compile } = require('@swc-node/register/register');
    const path = fileURLToPath(url);
    const options = { ...readDefaultTsConfig(), module: ModuleKind.ESNext };
    const [, map] = compile(readFileSync(path, 'utf8'), path, options).split('\n//# sourceMappingURL=');
    return map;
  }
}

const loaderMaps = new LoaderMaps();

/**
 * Leaves modules to Node.js, so that a worker loads the application and its packages once, and not for each spec: that
 * took more processor time than most specs. The price is that specs share the state of modules, as applications of one
 * spec always did.
 */
export default class SharedRuntime {
  /** Jest's own modules, with the state of a run: fresh ones for each spec. */
  requireInternalModule(path) {
    for (const loaded of Object.keys(require.cache)) {
      if (loaded.startsWith(dirname(path) + sep)) delete require.cache[loaded];
    }
    // Since Node.js 22, it is a getter, which cannot be assigned to.
    const real = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { configurable: true, value: TestContext });
    try {
      return require(path);
    } finally {
      Object.defineProperty(asyncHooks, 'AsyncLocalStorage', real);
    }
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  getSourceMaps() {
    return loaderMaps;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  setGlobalsForRuntime() {}

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {}
}

import { readFileSync } from 'node:fs';

interface LockedPackage {
  resolved?: string;
  hasInstallScript?: boolean;
  deprecated?: string;
}

const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

describe('the lock file', () => {
  const { packages } = read<{ packages: Record<string, LockedPackage> }>('package-lock.json');
  const { allowScripts } = read<{ allowScripts: Record<string, boolean> }>('package.json');

  /** Names of the packages for which it is true. */
  const namesWhere = (is: (locked: LockedPackage) => unknown) =>
    Object.entries(packages)
      .filter(([, locked]) => is(locked))
      .map(([folder]) => folder.split('node_modules/').at(-1));

  it('names no registry', () => {
    expect(namesWhere(({ resolved }) => resolved?.includes(':'))).toEqual([]);
  });

  it('has no deprecated package', () => {
    expect(namesWhere(({ deprecated }) => deprecated)).toEqual([]);
  });

  it('has no package with an install script that nobody has decided about, and no decision too many', () => {
    const scripted = namesWhere(({ hasInstallScript }) => hasInstallScript);
    expect([...new Set(scripted)].sort()).toEqual(Object.keys(allowScripts).sort());
  });
});

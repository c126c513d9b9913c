/** The parts of a browser that modules of the console need when they are loaded; to be imported before them. */
import { vi } from 'vitest';
// It renders nothing here, so it must not find the document below.
import 'vue';

const kept = new Map<string, string>();

vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} } });
vi.stubGlobal('navigator', { language: 'en-GB', languages: ['en-GB', 'en'] });

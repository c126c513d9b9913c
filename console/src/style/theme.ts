import { computed, ref } from 'vue';
import { isColour } from '@/kit/lib/colour';

/** A user's choice: a theme, or that of the system. */
export type Theme = 'light' | 'dark' | 'system';

/** Also read by public/theme.js. */
const CHOSEN = 'steward.theme';
const OF_SITE = 'steward.site-theme';
const ACCENT = 'steward.site-accent';

const chosen = ref(themeOf(localStorage.getItem(CHOSEN)));
const ofSite = ref(themeOf(localStorage.getItem(OF_SITE)));

/** The theme in effect: the one chosen in this browser, else the site's, else the system's. */
export const theme = computed<Theme>(() => chosen.value ?? ofSite.value ?? 'system');

/** Chooses a theme, in this browser. */
export function setTheme(value: Theme): void {
  localStorage.setItem(CHOSEN, value);
  chosen.value = value;
  apply();
}

/** Records the web configuration's theme: `light`, `dark`, or anything else for the system's. */
export function setSiteTheme(value: string): void {
  localStorage.setItem(OF_SITE, value);
  ofSite.value = themeOf(value);
  apply();
}

/** Applies the web configuration's accent colour, in readable shades; without one, the console's own. */
export async function setSiteAccent(value: string): Promise<void> {
  const properties = isColour(value) ? (await import('./accent')).accentProperties(value) : {};
  const { style } = document.documentElement;
  for (const name of storedNames()) style.removeProperty(name);
  for (const [name, shades] of Object.entries(properties)) style.setProperty(name, shades);
  localStorage.setItem(ACCENT, JSON.stringify(properties));
}

function storedNames(): string[] {
  return Object.keys(JSON.parse(localStorage.getItem(ACCENT) ?? '{}') as object);
}

function apply(): void {
  const root = document.documentElement;
  if (theme.value === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme.value;
}

function themeOf(value: string | null): Theme | undefined {
  return value === 'light' || value === 'dark' || value === 'system' ? value : undefined;
}

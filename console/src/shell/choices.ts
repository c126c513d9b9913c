import type { Theme } from '@/style/theme';

/** The themes, in the order in which they are offered. */
export const THEMES: readonly Theme[] = ['light', 'dark', 'system'];

import type { Component } from 'vue';

/** The parts of the kit that the gallery shows, by their names. */
export const parts = Object.fromEntries(
  Object.entries(import.meta.glob<Component>('./parts/*.vue', { eager: true, import: 'default' })).map(
    ([path, part]) => [path.slice('./parts/'.length, -'.vue'.length), part],
  ),
);

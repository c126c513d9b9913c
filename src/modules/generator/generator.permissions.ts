/** Permission codes of /api/generator (interface §4.5: not `…:generate`). */
export const generatorPermissions = {
  page: 'sys:generator:page',
  generator: 'sys:generator:generator',
  batchGenerator: 'sys:generator:batchGenerator',
} as const;

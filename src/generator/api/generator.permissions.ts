/** Permission codes of /api/generator; generating needs `…:generator`, not `…:generate`. */
export const generatorPermissions = {
  page: 'sys:generator:page',
  generator: 'sys:generator:generator',
  batchGenerator: 'sys:generator:batchGenerator',
  undo: 'sys:generator:undo',
  remove: 'sys:generator:remove',
} as const;

/** The templates, one for each file of a module and of its page. */
export const TEMPLATES = [
  'entity',
  'dto',
  'service',
  'controller',
  'permissions',
  'seed',
  'module',
  'spec',
  'page',
  'text',
  'flow',
] as const;

export type TemplateName = (typeof TEMPLATES)[number];

/** Path of the file that a template makes of a table, relative to the output root. */
export function pathOf(template: TemplateName, kebab: string): string {
  switch (template) {
    case 'spec':
      return `test/generated/${kebab}.spec.ts`;
    case 'page':
      return `console/src/pages/${kebab}.page.vue`;
    case 'text':
      return `console/src/pages/${kebab}.text.ts`;
    case 'flow':
      return `console/test/flow/generated/${kebab}.spec.ts`;
    default:
      return `src/modules/${kebab}/${kebab}.${template}.ts`;
  }
}

/** All paths that files of a module can have. */
export function pathsOf(kebab: string): string[] {
  return TEMPLATES.map((template) => pathOf(template, kebab));
}

import { stringLiteral } from '../model/text.js';

/** Path of the registration, relative to the output root: the application imports it. */
export const INDEX_PATH = 'src/modules/generated.modules.ts';

// Matches them in any format: quotes, spaces in braces and semicolons may differ.
const IMPORT = /^import \{ ?(\w+) ?\} from ['"]\.\/([\w-]+\/[\w-]+\.module)\.js['"];?$/gm;

const ENTITY = /^@(?:Entity\(['"](.*)['"]\)|ViewEntity\(\{ ?name: ['"](.*)['"], synchronize: false ?\}\))$/m;

/** Path of the entity of a module, relative to the output root. */
export function entityPath(kebab: string): string {
  return `src/modules/${kebab}/${kebab}.entity.ts`;
}

/** Path of the controller of a module, relative to the output root. */
export function controllerPath(kebab: string): string {
  return `src/modules/${kebab}/${kebab}.controller.ts`;
}

/** The address that a controller's text serves, without `api/`; undefined if it names none. */
export function addressOf(controller: string): string | undefined {
  return /^@Controller\(['"]api\/([\w/-]+)['"]\)$/m.exec(controller)?.[1];
}

/** The table or view that an entity's text names first, as {@link sourceOf} has it; undefined if it names none. */
export function tableOf(entity: string): string | undefined {
  const [, table, view] = ENTITY.exec(entity) ?? [];
  return table ?? view;
}

/** A table's name as it is between the quotes in source text; no table with quotes in its name is generated. */
export function sourceOf(table: string): string {
  return stringLiteral(table).slice(1, -1);
}

/** A module that the registration lists. */
export interface Registered {
  moduleClass: string;
  /** Import path from the registration: `./demo-item/demo-item.module.js`. */
  modulePath: string;
  /** Path of its file, relative to the output root. */
  file: string;
}

/** The modules that the text of a registration lists. */
export function readRegistration(text: string): Registered[] {
  return Array.from(text.matchAll(IMPORT), ([, moduleClass = '', path = '']) => ({
    moduleClass,
    modulePath: `./${path}.js`,
    file: `src/modules/${path}.ts`,
  }));
}

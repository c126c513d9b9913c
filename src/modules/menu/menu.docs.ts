import { flag, listOf, type RouteDocs, text, whole } from 'steward/http';
import { dtoSchema } from 'steward/openapi';
import { MAX_PLACES, PlaceDto } from 'steward/validation';

/** Members of an entry in every tree of the menu. */
export const menuEntry = {
  id: whole('Id of the menu', 1),
  parentId: whole('0 = top level', 0),
  name: text('What the console shows', 'Access'),
  nameEn: text('What the English console shows instead, if it is not the name', 'Access'),
  nameZh: text('What the Chinese console shows instead, if it is not the name', '访问管理'),
  type: whole('0 = folder, 1 = page, 2 = button', 0),
  path: text("The console's route", '/access'),
  component: text("The console's component", ''),
  icon: text('Name of an icon', 'shield'),
  sort: whole('Lower comes first', 0),
  hidden: flag('Reachable, but not shown'),
};

/** Members of an entry that are present only if they have a value. */
export const OPTIONAL_NAMES = ['nameEn', 'nameZh'] as const;

/** API description of menus beyond the eight operations. */
export const menuDocs = {
  sort: {
    summary: 'Menu: move and order several',
    description: 'Gives each entry its parent and its place among those beside it: all of them or none.',
    body: { ...listOf(dtoSchema(PlaceDto)), minItems: 1, maxItems: MAX_PLACES },
  },
} satisfies Record<string, RouteDocs>;

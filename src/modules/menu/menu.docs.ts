import { listOf, type RouteDocs } from 'steward/http';
import { dtoSchema } from 'steward/openapi';
import { MAX_PLACES, MenuPlaceDto } from './menu.dto.js';

/** API description of menus beyond the eight operations. */
export const menuDocs = {
  sort: {
    summary: 'Menu: move and order several',
    description: 'Gives each entry its parent and its place among those beside it: all of them or none.',
    body: { ...listOf(dtoSchema(MenuPlaceDto)), minItems: 1, maxItems: MAX_PLACES },
  },
} satisfies Record<string, RouteDocs>;

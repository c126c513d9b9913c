import type { JoinModel } from '../model/model.js';
import { stringLiteral } from '../model/text.js';
import type { RouteOf } from './console.column.js';

/** Source of the column that shows the rows that are joined to a row, in its details. */
export function joinedColumn(join: JoinModel, routeOf: RouteOf): string[] {
  return [
    `label: t.${join.member}`,
    `show: { reference: ${stringLiteral(routeOf(join.table))} }`,
    'detail: true',
    linkOf(join, routeOf),
  ];
}

/** Source of the field that chooses them. */
export function joinedField(join: JoinModel, routeOf: RouteOf): string[] {
  return [
    `label: t.${join.member}`,
    `input: { reference: ${stringLiteral(routeOf(join.table))}, as: 'several' }`,
    linkOf(join, routeOf),
  ];
}

/** The member that says whose permissions they need. */
function linkOf({ link }: JoinModel, routeOf: RouteOf): string {
  return `link: ${stringLiteral(routeOf(link))}`;
}

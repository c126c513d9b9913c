import type { ModelColumn, TableModel } from '../model/model.js';
import { type Import, calledName, importsOf } from './view.imports.js';

/** What `dto.hbs` is given. */
export interface DtoView {
  imports: Import[];
  columns: { decorators: string[]; property: string; mark: string; type: string }[];
  /** The class whose members an update may name. */
  updatable: string;
  key: { decorator: string; type: string };
}

/** The bodies of a table's `add` and `update`. */
export function dtoView({ columns, key }: TableModel, addClass: string): DtoView {
  const members = columns.filter(({ generated }) => !generated).map(memberView);
  const decorator = key.type === 'id' ? 'Id()' : (key.shape.checkKey ?? key.shape.check);
  const given = !key.automatic;
  if (given) members.unshift({ decorators: [decorator], property: 'id', mark: '', type: key.shape.type });
  const checks = [decorator, ...members.flatMap(({ decorators }) => decorators)].map(calledName);
  return {
    imports: importsOf({
      '@nestjs/mapped-types': ['PartialType', ...(given ? ['OmitType'] : [])],
      'steward/validation': checks,
    }),
    columns: members,
    updatable: given ? `OmitType(${addClass}, ['id'])` : addClass,
    key: { decorator, type: key.shape.type },
  };
}

function memberView({ property, shape, nullable, optional }: ModelColumn): DtoView['columns'][number] {
  return {
    decorators: nullable
      ? shape.checkOrNull === undefined
        ? ['Nullable()', shape.check]
        : [shape.checkOrNull]
      : [...(optional ? ['Optional()'] : []), shape.check],
    property,
    mark: optional ? '?' : '',
    type: nullable && shape.type !== 'unknown' ? `${shape.type} | null` : shape.type,
  };
}

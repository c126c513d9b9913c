import { errors } from '../../core/errors.js';
import type { Catalog } from '../model/catalog.js';
import { type ColumnFacts, type TableFacts, readFamily } from '../model/columns.js';
import { type ModelColumn, type ReferenceModel, present } from '../model/model.js';
import { nativeTypes } from '../model/native-types.js';
import { isSecretColumn } from '../model/secrets.js';
import { type SampledValues, epochUnitOf } from '../model/kind-of-value.js';
import { canShow } from '../model/value-kinds.js';
import { shapeOf } from '../model/shapes.js';
import { inferredKey } from '../model/key.js';
import { holdsKeys } from '../model/key-lists.js';
import { declaredKeyOf, targetOf, tenantColumnOf } from '../model/reference-target.js';
import { type TableMark, flagInDatabase } from '../model/deletion-mark.js';
import { sealOf } from './apply-seal.js';
import type { ColumnDesign, Design, ReferenceDesign, SavedDesign } from './design.js';
import { saidOf } from './infer.js';
import { type ValuesByColumn, takenBy } from './infer-reference.js';

/** Facts about other tables that applying a design needs. */
export interface Surroundings {
  catalog: Catalog;
  /** The mark of deleted rows of a referenced table. */
  markOf: (table: string) => TableMark | undefined;
  /** The design that somebody saved. */
  saved: SavedDesign;
  stored: ValuesByColumn;
  sampled: SampledValues;
}

/** A column as its design makes it. @throws AppError code 1 that names the invalid part of the design */
export function columnModel(column: ColumnFacts, facts: TableFacts, design: Design, around: Surroundings): ModelColumn {
  const said = design.columns[column.name];
  if (said === undefined) throw new Error(`The design has no column ${column.name}`);
  const { view, name: table } = facts.definition;
  const isKey = facts.key.includes(column.name);
  const generated = column.generated || (column.counting && !isKey);
  const isOwn = said.dict === `${table}_${column.name}`;
  const canList =
    column.valued !== undefined || (column.family.kind === 'flag' && column.choices?.problem === undefined);
  if (!view && !isKey && !generated) checkForm(column, said, design);
  if (said.filter !== false && !column.shape.filtered)
    throw errors.failure(`columns.${column.name}.filter: no page can be filtered by its type`);
  if (!said.reference && said.dict === null && !canShow(said.show, column))
    throw errors.failure(`columns.${column.name}.show: its type holds no values of the kind ${said.show}`);
  const sealed = sealOf(column, said, facts);
  const family = sealed && column.family.kind === 'text' ? { ...column.family, length: sealed.length } : column.family;
  return {
    ...column,
    family,
    generated,
    label: said.label,
    shape: sealed ? shapeOf(family, false) : (isOwn && column.valued) || column.shape,
    choices: isOwn || !canList ? column.choices : undefined,
    switching: isOwn ? column.switching : undefined,
    form: view || generated ? 'none' : said.form,
    filter: said.filter !== false && !said.hidden,
    hidden: said.hidden,
    concealed: said.concealed || said.encrypted,
    sealed,
    listed: said.list !== false && !said.hidden,
    // The service puts rows into the department of who adds them.
    required: said.required && design.dept !== column.name,
    dict: said.dict ?? undefined,
    reference: said.reference ? referenceModel(column, said.reference, facts, around) : undefined,
    filed: ['image', 'images'].includes(said.input) && !view && ['text', 'longText'].includes(column.family.kind),
    epoch:
      said.show === 'epoch' || said.input === 'epoch'
        ? epochUnitOf(column, around.sampled.get(column.name))
        : undefined,
  };
}

/** A column that the database requires must be in the form for a new row, unless the service sets it. */
function checkForm({ name, optional }: ColumnFacts, { form, required }: ColumnDesign, design: Design): void {
  const { times, by, softDelete } = design;
  const isSet = [...present(times), ...present(by), softDelete?.column].includes(name);
  if (optional || isSet || /^tenant_?id$/i.test(name)) return;
  if (form === 'none') throw errors.failure(`columns.${name}.form: a new row needs a value, so it cannot be none`);
  if (!required) throw errors.failure(`columns.${name}.required: a new row needs a value, so it cannot be false`);
}

function referenceModel(
  column: ColumnFacts,
  reference: ReferenceDesign,
  facts: TableFacts,
  { catalog, markOf, saved, stored }: Surroundings,
): ReferenceModel {
  const { table, key, label } = reference;
  const path = `columns.${column.name}.reference`;
  const other = catalog.table(table);
  if (!other) throw errors.failure(`${path}: there is no table ${table}`);
  const declared = declaredKeyOf(column.name, facts.definition);
  const isDeclared = declared !== undefined && catalog.referenced(declared.table) === other;
  const target = targetOf(other, column, key ?? (isDeclared ? declared.referenced[0] : undefined));
  if (!target) throw errors.failure(`${path}: ${table} has no key of one column that ${column.name} could hold`);
  if (isSecretColumn(label)) throw errors.failure(`${path}: ${label} is a secret`);
  const mark = markOf(table);
  const isList = declared === undefined && holdsKeys(column);
  return {
    ...target,
    label: label || target.label,
    byKey: inferredKey(other).join() === target.key,
    takes: isList ? 'any' : takenBy(column.name, saidOf(saved, column.name), facts, reference, stored),
    ...(isList ? { list: true } : {}),
    tenant: tenantColumnOf(other)?.name,
    softDelete: mark && { column: mark.column, deleted: sourceOf(mark, other) },
  };
}

function sourceOf(
  { column, deleted }: TableMark,
  { columns, dialect }: Parameters<typeof tenantColumnOf>[0],
): string | undefined {
  const found = columns.find(({ name }) => name === column);
  const family = found && readFamily(found, nativeTypes[dialect]);
  return deleted === null || !family ? undefined : flagInDatabase(deleted, family);
}

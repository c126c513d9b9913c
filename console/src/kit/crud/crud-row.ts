import { type FunctionalComponent, type VNode, type VNodeChild, h, mergeProps } from 'vue';
import Icon from '@/kit/lib/icon.vue';
import { hasCards } from '@/kit/lib/phone';
import { switchNode } from '@/kit/controls/switch';
import { c } from '@/text/common.text';
import { shownOf, valueNode } from './crud-value';
import { t } from './crud.text';
import type { Choice, Column, Crud, Row } from './define-crud';
import type { Place } from './tree-rows';

/** The props that are the same for all rows of a table. */
export interface RowTable {
  of: Crud;
  columns: readonly (readonly [string, Column])[];
  choices: Readonly<Record<string, { value: readonly Choice[] } | undefined>>;
  can: { edit?: boolean; delete?: boolean; detail?: boolean };
  /** Slots `cell-<column>` and `row-actions`. */
  slots: Readonly<Record<string, ((scope: object) => VNodeChild) | undefined>>;
  /** Whether the buttons show icons alone. */
  narrow: boolean;
  /** Whether there is a column of actions. */
  acts: boolean;
  /** Opens and closes a row of a tree; undefined if the rows are not a tree. */
  toggle?: (row: Row) => void;
  select: (row: Row, on: boolean) => void;
  edit: (row: Row) => void;
  delete: (row: Row) => void;
  detail: (row: Row) => void;
  status: (row: Row, on: boolean) => void;
  openMore: (row: Row, at: HTMLElement) => void;
  loadMore: () => void;
}

interface Props {
  row: Row;
  table: RowTable;
  /** Undefined if rows cannot be selected. */
  selected?: boolean;
  /** Whether its status is being changed. */
  switching?: boolean;
  /** Set if the row has further actions; `open` while their menu is. */
  more?: 'closed' | 'open';
  /** Attributes and listeners of its element. */
  attrs?: Record<string, unknown>;
  /** Where it is in a tree. */
  place?: Place;
}

/**
 * A row of a table. It is a function that creates elements and hardly any components: a hundred rows are mounted at
 * once, with a thousand cells.
 */
export const CrudRow: FunctionalComponent<Props> = (props) => {
  const { table, selected, attrs, place } = props;
  const role = roleOf(table);
  return h('tr', mergeProps(attrs ?? {}, { role: role && 'row', class: { chosen: selected } }, placed(place)), [
    selected === undefined ? undefined : h('td', { role, class: 'crud-check' }, [checkbox(props)]),
    ...table.columns.map((column, index) => cell(props, column, index === 0)),
    table.acts ? h('td', { role, class: 'crud-actions' }, [buttons(props)]) : undefined,
  ]);
};
CrudRow.props = ['row', 'table', 'selected', 'switching', 'more', 'attrs', 'place'];

/**
 * The role of a cell where the browser would assign another one: in a tree, and in cards, which are not table cells.
 */
function roleOf({ toggle }: RowTable): string | undefined {
  if (toggle) return 'gridcell';
  return hasCards.value ? 'cell' : undefined;
}

/** The attributes of a row in a tree. */
function placed(place: Place | undefined): Record<string, unknown> {
  if (place === undefined) return {};
  return {
    tabindex: place.tabbed ? 0 : -1,
    'aria-level': place.level,
    'aria-posinset': place.place,
    'aria-setsize': place.siblings,
    'aria-expanded': place.open,
    class: { muted: place.muted },
    style: { '--level': place.level },
  };
}

/** The first cell of a row in a tree: what it shows, behind the button that opens the row. */
function branch({ row, table, place }: Props, shown: VNode | string): VNode {
  const label = table.of.nameOf(row);
  const mark =
    place?.open === undefined
      ? h('span', { class: 'crud-toggle' })
      : h('button', {
          class: 'crud-toggle',
          type: 'button',
          tabindex: -1,
          'aria-label': label,
          'aria-expanded': place.open,
          onClick: () => table.toggle?.(row),
        });
  return h('span', { class: 'crud-branch' }, [mark, h('span', { class: 'crud-value' }, [shown])]);
}

function checkbox({ row, table, selected }: Props): VNode | undefined {
  if (table.of.fixed(row)) return undefined;
  const onChange = (event: Event) => table.select(row, (event.target as HTMLInputElement).checked);
  return h('input', { type: 'checkbox', 'aria-label': t.selectRow, checked: selected, onChange });
}

function cell(props: Props, [name, column]: readonly [string, Column], first: boolean): VNode {
  const { row, table } = props;
  const attrs = {
    role: roleOf(table),
    class: columnClass(column, first),
    'data-label': hasCards.value ? column.label : undefined,
  };
  const slot = table.slots[`cell-${name}`];
  if (slot) {
    const shown = h('span', { class: 'crud-value' }, slot({ row, value: row[name] }) as VNode[]);
    return h('td', attrs, [first && table.toggle ? branch(props, shown) : shown]);
  }
  if (column.show === 'status' && table.can.edit && !table.of.fixed(row)) return h('td', attrs, [statusSwitch(props)]);
  const value = valueNode(shownOf(row, name, column.show), column.show, table.choices[name]?.value);
  if (first && table.toggle) return h('td', attrs, [branch(props, value)]);
  return typeof value === 'string' ? h('td', attrs, value) : h('td', attrs, [value]);
}

/** The class of a column's cells. */
export function columnClass({ show, wide }: Column, first: boolean): string {
  return `col-${typeof show === 'string' ? show : 'text'}${wide ? ' col-wide' : ''}${first ? ' crud-first' : ''}`;
}

function statusSwitch({ row, table, switching }: Props): VNode {
  return switchNode({
    modelValue: row.status === 1,
    label: t.statusOf(table.of.nameOf(row)),
    busy: switching,
    'onUpdate:modelValue': (on: boolean) => table.status(row, on),
  });
}

function buttons({ row, table, more }: Props): VNode {
  const { can, slots } = table;
  const button = (label: string, icon: string, onClick: () => void) =>
    table.narrow
      ? h('button', { ...QUIET, class: 'button quiet bare', 'aria-label': label, title: label, onClick }, [
          h(Icon, { name: icon, size: 16 }),
        ])
      : h('button', { ...QUIET, onClick }, label);
  return h('span', { class: 'crud-buttons' }, [
    can.detail ? button(c.details, 'eye', () => table.detail(row)) : undefined,
    slots['row-actions']?.({ row }) as VNode[] | undefined,
    can.edit ? button(c.edit, 'edit', () => table.edit(row)) : undefined,
    can.delete && !table.of.fixed(row) ? button(c.delete, 'trash-2', () => table.delete(row)) : undefined,
    more ? moreButton(table, row, more === 'open') : undefined,
  ]);
}

const QUIET = { class: 'button quiet', type: 'button' };

/** Text instead of an icon: a page has hundreds of rows, and each icon is a request and a further layout. */
const DOTS = '···';

function moreButton(table: RowTable, row: Row, open: boolean): VNode {
  return h(
    'button',
    {
      class: 'button quiet bare',
      type: 'button',
      'aria-haspopup': 'menu',
      'aria-expanded': open,
      'aria-label': c.more,
      title: c.more,
      onPointerenter: table.loadMore,
      onFocus: table.loadMore,
      onClick: (event: MouseEvent) => table.openMore(row, event.currentTarget as HTMLElement),
    },
    DOTS,
  );
}

import type { Design } from '../design/design.js';
import { type ActionModel, type TabModel, type TableModel, present } from '../model/model.js';
import type { PlannedNames } from '../model/names.js';
import { namesState } from '../model/states.js';
import type { ConsoleColumn, ConsoleContext, RouteOf } from './console.column.js';
import { type FlowView, flowView } from './console.flow.js';
import { fieldInput, filterInput, isOffered, shownAs } from './console.inputs.js';
import { joinedColumn, joinedField } from './console.joins.js';
import { linesOptions } from './console.lines.js';
import { inSections, sectionTexts } from './console.sections.js';
import {
  actionTexts,
  columnLiteral,
  columnTexts,
  helpOf,
  joinTexts,
  linesTexts,
  tabTexts,
  textLines,
  titleTexts,
} from './console.text.js';
import { stringLiteral } from '../model/text.js';
import { onlyInDetail, stateSource } from './service.view.js';

/** A member of the page's description, with the pieces of its value. */
interface ConsoleMember {
  name: string;
  options: string[];
}

/** The input of `page.hbs`, `text.hbs` and `flow.hbs`. */
export interface ConsoleView {
  /** Path of the resource in the API. */
  path: string;
  /** Name of the page's description. */
  variable: string;
  /** Member of the texts that says what one row is called. */
  title: string;
  /** Source of the member with the heading in each language, if the menu has it in only one. */
  headings: string[];
  /** Source of the function that names a row, if it is not the kit's own. */
  nameOf: string[];
  /** Source of the member that makes the rows a tree, if they are one. */
  tree: string[];
  /** Source of each tab in the details of a row. */
  tabs: { options: string[] }[];
  actions: ConsoleMember[];
  files: ConsoleMember[];
  columns: ConsoleMember[];
  filters: ConsoleMember[];
  fields: ConsoleMember[];
  /** Lines of the texts in English, and of the texts that differ in Chinese. */
  text: { en: string[]; zh: string[] };
  flow: FlowView;
}

/** Properties that the console uses by itself to name a row, and the properties that it has to be told to use. */
const NAMING = ['name', 'username', 'label', 'key'];
const NAMES = ['title', 'realname', 'subject', 'code'];

/** The page of a table in the console. */
export function consoleView(
  model: TableModel,
  design: Design,
  { kebab, address }: PlannedNames,
  routeOf: RouteOf,
): ConsoleView {
  const columns = columnsOf(model, design);
  const fields = columns.filter(({ column, design: { form } }) => form !== 'none' && !column.generated);
  const path = `/api/${address}`;
  const tree = model.tree && { parent: model.tree.property, naming: model.name?.property ?? 'id' };
  const properties = columns.map(({ property }) => property);
  const headings = sectionTexts(columns, properties);
  const sections = new Map([...headings].map(([heading, { property }]) => [heading, property]));
  const context = { path, routeOf, tree, sections, dept: model.dept?.property };
  const filters = filtersOf(columns, design, context);
  const isFree = (name: string) => !properties.includes(name) && !properties.includes(`${name}s`);
  const title = ['title', 'label', 'row', 'oneRow'].find(isFree) ?? 'title0';
  const titles = titleTexts(title, design);
  const [, many] = titles;
  const texts = [
    ...titles,
    ...columnTexts(columns),
    ...headings.values(),
    ...linesTexts(model.lines),
    ...joinTexts(model),
  ];
  const tabs = tabTexts(model, texts);
  const acts = actionTexts(model, [...texts, ...tabs.map(({ text }) => text)]);
  return {
    path,
    variable: variableOf(kebab),
    title,
    headings: many ? [`headings: { ${columnLiteral(stringLiteral(design.menu.name))}: t.${many.property} }`] : [],
    nameOf: nameOf(properties, model),
    tree: tree ? [`tree: { parent: ${stringLiteral(tree.parent)} }`] : [],
    tabs: tabs.map(({ tab, text }) => ({ options: tabOptions(tab, text.property, routeOf) })),
    actions: acts.actions.map(({ of, text }) => ({ name: of.name, options: actionOptions(of, text.property, model) })),
    files: acts.files.map(({ of, text }) => ({ name: of.kind, options: [`label: t.${text.property}`] })),
    columns: [
      ...inOrder(columns, model)
        .filter(({ design: { hidden } }) => !hidden)
        .map((column) => columnMember(column, context, fields.includes(column))),
      ...model.joins.map((join) => ({ name: join.member, options: joinedColumn(join, routeOf) })),
    ],
    filters,
    fields: [
      ...inSections(fields, ({ column }) => column === model.name).map((column) =>
        fieldMember(column, context, properties),
      ),
      ...model.joins.map((join) => ({ name: join.member, options: joinedField(join, routeOf) })),
      ...model.lines.map((lines) => ({ name: lines.member, options: linesOptions(lines, context) })),
    ],
    text: textLines([...texts, ...[...tabs, ...acts.actions, ...acts.files].map(({ text }) => text)]),
    flow: flowView({
      columns,
      fields,
      filtered: filters.map(({ name }) => name),
      kebab,
      address,
      design,
      routeOf,
      heading: many?.en,
    }),
  };
}

/** The columns that the API's rows and forms have, in the table's order. */
function columnsOf(model: TableModel, design: Design): ConsoleColumn[] {
  const { key, times } = model;
  const large = onlyInDetail(model);
  return model.all.flatMap((column): ConsoleColumn[] => {
    const of = design.columns[column.name];
    if (of === undefined || (of.hidden && of.form === 'none')) return [];
    const role = key.columns.includes(column) ? 'key' : present(times).includes(column) ? 'time' : 'plain';
    const made = role === 'key' && key.made;
    return [{ property: column.property, column, design: of, role, made, large: large.includes(column) }];
  });
}

/** The columns as a table shows them: it begins with the name of a row, beside which a tree is opened and closed. */
function inOrder(columns: ConsoleColumn[], { name }: TableModel): ConsoleColumn[] {
  const isName = ({ column, large }: ConsoleColumn) => column === name && !large;
  return [...columns.filter(isName), ...columns.filter((column) => !isName(column))];
}

function columnMember(column: ConsoleColumn, context: ConsoleContext, isField: boolean): ConsoleMember {
  const { property, design, large, made } = column;
  // The place of a row in the tree shows what its parent is.
  const isParent = property === context.tree?.parent;
  const show = shownAs(column, context);
  const isListed = design.list === true && !made && !isParent;
  return {
    name: property,
    options: [
      `label: t.${property}`,
      ...(show === undefined ? [] : [`show: ${show}`]),
      ...(design.sort && !large ? ['sort: true'] : []),
      ...(property === context.tree?.naming ? ['wide: true'] : []),
      // In a narrow window, the name is seen before the columns in front of it.
      ...(isListed && !large && design.dict !== null && namesState(column.column.name) ? ['important: true'] : []),
      // Details have the sections of the form.
      ...(isField ? [] : sectionOf(column, context)),
      ...(large ? ['detail: true'] : isListed ? [] : ['hidden: true']),
    ],
  };
}

function tabOptions({ table, by, key }: TabModel, text: string, routeOf: RouteOf): string[] {
  return [
    `path: ${stringLiteral(routeOf(table))}`,
    `by: ${stringLiteral(by.property)}`,
    ...(key ? [`key: ${stringLiteral(key.property)}`] : []),
    `label: t.${text}`,
  ];
}

function actionOptions({ move }: ActionModel, text: string, { state }: TableModel): string[] {
  if (!move || !state) return [`label: t.${text}`];
  const states = stateSource(move.from);
  const when =
    move.from.length === 1
      ? `(row) => row.${state.property} === ${states}`
      : `(row) => ${states}.includes(row.${state.property})`;
  return [`label: t.${text}`, `when: ${when}`];
}

function filtersOf(columns: ConsoleColumn[], design: Design, context: ConsoleContext): ConsoleMember[] {
  const filters = columns
    .filter(({ column, design: { hidden }, role }) => column.filter && !hidden && role !== 'time')
    .map((column) => {
      const input = filterInput(column, context);
      const options = [`label: t.${column.property}`, ...(input === undefined ? [] : [`input: ${input}`])];
      return { name: column.property, options: [...options, ...waiting(column.design)] };
    });
  const created = columns.find(({ column }) => column.name === design.times.created && column.family.kind === 'time');
  const range = created && {
    name: 'startTime',
    options: [`label: t.${created.property}`, "input: 'range'", ...waiting(created.design)],
  };
  return range ? [...filters, range] : filters;
}

/** The member of a filter that waits until it is added. */
function waiting({ filter }: ConsoleColumn['design']): string[] {
  return filter === 'more' ? ['first: false'] : [];
}

/** The member that names the section of a column or a field. */
function sectionOf({ design }: ConsoleColumn, { sections }: ConsoleContext): string[] {
  const text = design.group === null ? undefined : sections.get(design.group);
  return text === undefined ? [] : [`group: t.${text}`];
}

function fieldMember(column: ConsoleColumn, context: ConsoleContext, properties: readonly string[]): ConsoleMember {
  const { property, design } = column;
  const { optional, defaultText = '() =>', family, reference } = column.column;
  const mustChoose =
    design.input === 'reference' && isOffered(column) && reference?.takes !== undefined && !reference.list && !optional;
  const input = fieldInput(column, context);
  const isSimple = ['whole', 'flag', 'decimal', 'real', 'choice'].includes(family.kind) || design.dict !== null;
  return {
    name: property,
    options: [
      `label: t.${property}`,
      ...(input === undefined ? [] : [`input: ${input}`]),
      ...(isSimple && !defaultText.startsWith('() =>') ? [`initial: ${columnLiteral(defaultText)}`] : []),
      // Whoever adds a row has to say so if it refers to none.
      ...(mustChoose ? ['initial: null'] : []),
      ...(design.form === 'add' ? ["only: 'add'"] : []),
      ...(design.required && optional ? ['required: true'] : []),
      ...sectionOf(column, context),
      ...(design.help === null ? [] : [`hint: t.${helpOf(property, properties)}`]),
    ],
  };
}

function nameOf(properties: string[], { key, name: column }: TableModel): string[] {
  if (properties.some((property) => NAMING.includes(property))) return [];
  const hasKey = key.columns.length > 0;
  const own = column?.property === 'id' ? undefined : column?.property;
  const name = NAMES.find((property) => properties.includes(property)) ?? own;
  return name === undefined ? [] : [`nameOf: (row) => String(row.${name} ?? ${hasKey ? 'row.id' : "''"})`];
}

/** The name of a page's description; one that is reserved, or too long for a line, is replaced. */
function variableOf(kebab: string): string {
  const name = kebab.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
  if (name.length > MAX_VARIABLE) return 'resource';
  return RESERVED.test(name) ? `${name}Page` : name;
}

/** Longest name of a page's description. */
const MAX_VARIABLE = 60;

const RESERVED =
  /^(t|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|arguments|eval|undefined|async|of)$/;

/** A person's edit of a file, as replacements that also find their places in a later rendering of the file. */
export interface Edit {
  name: string;
  /** End of the file's path. */
  file: string;
  replace: [what: RegExp, by: string][];
  /** Whether it only removes something: if a rendering no longer contains that, there is nothing left to do. */
  removes?: boolean;
}

/** The text after the edit; undefined if it has no place for the edit. */
export function edited({ replace, removes = false }: Edit, text: string): string | undefined {
  let result = text;
  for (const [what, by] of replace) {
    if (!what.test(result)) return removes ? text : undefined;
    result = result.replace(what, by);
  }
  return result;
}

const METHOD = `

  /** How many there are. */
  async count(): Promise<number> {
    return this.rows.count();
  }
}
`;

const ROUTE = `

  @Get('count')
  count(): Promise<number> {
    return this.service.count();
  }
}
`;

const END = /\n}\n$/;

const SLOT = `<template>
  <CrudPage :of="$1">
    <template #toolbar><b class="hand">Hand</b></template>
  </CrudPage>
</template>`;

const TEST = `

  it('is counted by hand', () => {
    expect(1).toBe(1);
  });
});
`;

/** Adds an import of a name at the top of the file. */
const importing = (name: string): [RegExp, string] => [/^/, `import { ${name} } from '../../hand.js';\n`];

/** Edits that are possible in the files of every table. */
const COMMON: Edit[] = [
  { name: 'a method', file: '.service.ts', replace: [[END, METHOD]] },
  {
    name: 'an injected parameter',
    file: '.service.ts',
    replace: [importing('Clock'), [/(rows: Repository<\w+>)(,?)/, '$1, private readonly clock: Clock$2']],
  },
  {
    name: 'another comment',
    file: '.service.ts',
    replace: [[/\/\*\* Rows of .*\*\//, '/** Rows that hand looks after. */']],
  },
  {
    name: 'a filter removed',
    file: '.service.ts',
    replace: [[/(filters: \[[^\]]*)'(?:released|kind)',?\s*/, '$1']],
    removes: true,
  },
  {
    name: 'a member of the shape',
    file: '.service.ts',
    replace: [[/(super\(rows, \{)/, "$1\n      order: ['handSorted'],"]],
  },
  {
    name: 'a route',
    file: '.controller.ts',
    replace: [
      [/^/, "import { Get } from '@nestjs/common';\n"],
      [END, ROUTE],
    ],
  },
  {
    name: 'a guard',
    file: '.controller.ts',
    replace: [
      importing('Night'),
      [/( {2}@routes\.delete\(\))/, '  @UseGuards(Night)\n$1'],
      [/ Body,/, ' Body, UseGuards,'],
    ],
  },
  {
    name: 'the body of a method',
    file: '.controller.ts',
    replace: [
      [/list\(@Query/, 'async list(@Query'],
      [
        /return this\.service\.list\(query, caller\);/,
        'const rows = await this.service.list(query, caller);\n    return rows.reverse();',
      ],
    ],
  },
  {
    name: 'a permission code',
    file: '.permissions.ts',
    replace: [[/$/, "\n/** Hand's own. */\nexport const APPROVE = 'app:approve';\n"]],
  },
  { name: 'a provider', file: '.module.ts', replace: [importing('Clock'), [/(providers: \[\w+)/, '$1, Clock']] },
  { name: 'an import that only loads', file: '.module.ts', replace: [[/^/, "import './hand.js';\n"]] },
  {
    name: 'another module',
    file: '.module.ts',
    replace: [importing('HandModule'), [/imports: \[CrudModule/, 'imports: [CrudModule, HandModule']],
  },
  { name: 'a test', file: 'test/generated', replace: [[/\n}\);\n$/, TEST]] },
  { name: 'a comment in the spec', file: 'test/generated', replace: [[/( +codes:)/, '    // Held by hand.\n$1']] },
  { name: 'a text', file: '.text.ts', replace: [[/( title: )/, " approve: 'Approve',$1"]] },
  {
    name: 'a component in the page',
    file: '.page.vue',
    replace: [[/<template><CrudPage :of="(\w+)" \/><\/template>/, SLOT]],
  },
  { name: 'a style', file: '.page.vue', replace: [[/$/, '\n<style scoped>\n.hand {\n  color: red;\n}\n</style>\n']] },
  {
    name: 'a statement in the page',
    file: '.page.vue',
    replace: [[/\n<\/script>/, '\n\nconst byHand = Symbol();\n</script>']],
  },
  {
    name: 'an action of the page',
    file: '.page.vue',
    replace: [[/( {2}columns: \{)/, '  actions: { hand: () => byHand },\n$1']],
  },
  {
    name: 'a dictionary of the flow',
    file: 'flow/generated',
    replace: [[/dicts: \{/, "dicts: { by_hand: { '7': 'seven' },"]],
  },
  {
    name: 'an index',
    file: '.entity.ts',
    replace: [
      [/^import \{ Column,/, 'import { Column, Index,'],
      [/@Entity/, "@Index('by_hand', ['number'])\n@Entity"],
    ],
  },
  {
    name: 'a property of the entity',
    file: '.entity.ts',
    replace: [[/\n}\n/, '\n\n  /** Computed by hand. */\n  byHand?: number;\n}\n']],
  },
];

/** Edits of the files of the plain table. */
export const PLAIN_EDITS: Edit[] = [
  ...COMMON,
  { name: 'the argument of a decorator', file: '.dto.ts', replace: [[/(@Text\()\d+(\)\n {2}name)/, '$140$2']] },
  {
    name: 'a decorator',
    file: '.dto.ts',
    replace: [importing('Trimmed'), [/( {2}name: string;)/, '  @Trimmed()\n$1']],
  },
  {
    name: 'a property removed',
    file: '.dto.ts',
    replace: [[/( {2}@\w+\(\)\n){1,2} {2}released[^;]*;\n\n?/, '']],
    removes: true,
  },
  {
    name: 'another class',
    file: '.dto.ts',
    replace: [[/$/, '\n/** By hand. */\nexport class HandDto {\n  @Id()\n  hand: number;\n}\n']],
  },
  {
    name: 'the type of a property',
    file: '.entity.ts',
    replace: [importing('Money'), [/price: string/, 'price: Money']],
  },
  {
    name: 'a comment on a property',
    file: '.entity.ts',
    replace: [[/( {2}@Column\([^)]*\)\n {2}name: string;)/, '  /** What hand calls it. */\n$1']],
  },
  {
    name: 'members in another order',
    file: '.entity.ts',
    replace: [
      [/( {2}@Column\([^)]*\)\n {2}name: string;\n\n)([^]*?)( {2}@Column\([^)]*\)\n {2}status: number;\n\n)/, '$3$1$2'],
    ],
  },
  {
    name: 'an option of a column',
    file: '.page.vue',
    replace: [[/name: \{ label: t\.name, sort: true \}/, "name: { label: t.name, sort: true, show: 'copy' }"]],
  },
  {
    name: 'a column of the page removed',
    file: '.page.vue',
    replace: [[/ {4}released: \{ label: t\.released, show: '\w+', sort: true \},\n/, '']],
    removes: true,
  },
  { name: 'a label', file: '.text.ts', replace: [[/( name: )'[^']*'/, "$1'By hand'"]] },
  {
    name: 'a value of the spec',
    file: 'test/generated',
    replace: [[/(least: \(\) => \(\{.* name: )'[^']*'/, "$1'By hand'"]],
  },
  {
    name: 'a value of the flow',
    file: 'flow/generated',
    replace: [[/(\{ label: '\w+', value: )'some text'/, "$1'By hand'"]],
  },
];

/** Edits of the files of the table with references and lines. */
export const RICH_EDITS: Edit[] = [
  ...COMMON,
  {
    name: 'a decorator',
    file: '.dto.ts',
    replace: [importing('Trimmed'), [/( {2}number\??: string)/, '  @Trimmed()\n$1']],
  },
  {
    name: 'a decorator of a line',
    file: '.dto.ts',
    replace: [importing('Positive'), [/( {2}amount: number;)/, '  @Positive()\n$1']],
  },
  { name: 'the label of a reference', file: '.service.ts', replace: [[/label: 'title'/, "label: 'byHand'"]] },
  {
    name: 'a method of the line',
    file: '.entity.ts',
    replace: [[END, '\n\n  total(): number {\n    return this.amount;\n  }\n}\n']],
  },
  {
    name: 'the lines of the page',
    file: '.page.vue',
    replace: [
      [
        /amount: \{ label: t\.ordersLineAmount, input: 'number' \}/,
        "amount: { label: t.ordersLineAmount, input: 'decimal' }",
      ],
    ],
  },
  { name: 'a label', file: '.text.ts', replace: [[/( number: )'[^']*'/, "$1'By hand'"]] },
];

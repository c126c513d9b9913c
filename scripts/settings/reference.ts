import { type Setting, type SettingTree, defaultOf, listSettings } from '../../src/settings/definition.js';
import type { SettingsGroup } from '../../src/settings/project-settings.js';

const INTRODUCTION = `# Settings

<!-- Written by \`npm run settings\` from src/settings/definitions.ts: change that, not this. -->

Settings are environment variables. They are read once, at the start; a \`.env\` file in the working folder supplies variables that the environment lacks. An empty value selects the default. An invalid value stops the start with exit code 1 and a line that names the variable and the accepted values. Relative paths start at the working folder.

\`NODE_ENV\` is \`development\`, \`test\`, \`production\` or empty; anything else stops the start. In \`production\`, \`JWT_SECRET\` is required, the log is JSON instead of readable text, and some of the defaults below differ. Others differ with \`AUTH_LEVEL=strict\`, or must be set there.

Error messages and the code use the name in the last column.
`;

const PROJECT_INTRODUCTION = `# Settings of this installation

<!-- Written by \`npm run settings\` from src/extensions.ts: change the modules, not this. -->

What the modules of this installation read besides [Steward's own settings](settings.md), by the same rules.
`;

/** The sections, each with the top levels of the tree that it shows. */
const SECTIONS: Record<string, string[]> = {
  Server: ['server', 'api', 'cors', 'console', 'docs'],
  Database: ['database', 'data'],
  Redis: ['redis'],
  'Login and tokens': ['adminPassword', 'auth', 'session', 'jwt', 'sso', 'token', 'authLimit', 'captcha', 'bypassCode'],
  'Logs and metrics': ['log', 'geoip', 'operation', 'job', 'metrics'],
  'Work and mail': ['work', 'mail'],
  Files: ['file'],
  'Code generator': ['generator'],
};

/**
 * The reference of all settings, in Markdown.
 * @throws Error for a setting that belongs to no section
 */
export function describeSettings(definitions: SettingTree): string {
  const sections = Object.entries(SECTIONS).map(([title, branches]) => {
    const settings = branches.flatMap((branch) =>
      listSettings(definitions).filter(([name]) => name === branch || name.startsWith(`${branch}.`)),
    );
    return { title, settings };
  });
  const shown = new Set(sections.flatMap(({ settings }) => settings.map(([name]) => name)));
  const missing = listSettings(definitions).flatMap(([name]) => (shown.has(name) ? [] : name));
  if (missing.length > 0) throw new Error(`No section of the reference shows ${missing.join(', ')}`);

  return [INTRODUCTION, ...sections.map(({ title, settings }) => table(title, settings))].join('\n\n');
}

/** The reference of the settings that the installation's own modules define. */
export function describeGroups(groups: readonly SettingsGroup[]): string {
  const tables = groups.map(({ name, members }) => table(name, listSettings({ [name]: members })));
  return [PROJECT_INTRODUCTION, ...tables].join('\n\n');
}

function table(title: string, settings: [name: string, setting: Setting<unknown>][]): string {
  return [
    `## ${title}`,
    '',
    row(['Variable', 'Default', 'Accepts', 'Meaning', 'Name']),
    row(['-', '-', '-', '-', '-']),
    ...settings.map(([name, setting]) =>
      row([code(setting.env), defaults(setting), setting.accepts, setting.description, code(name)]),
    ),
  ].join('\n');
}

/** The default, and those of production, MySQL and the strict level if they differ. */
function defaults(setting: Setting<unknown>): string {
  const usual = { production: false, databaseType: 'sqlite', loginsLimited: true, strict: false };
  const show = (context: typeof usual) => value(defaultOf(setting, context));
  const demandsIn = (where: Setting<unknown>['required']) => setting.required === where;
  if (demandsIn('always')) return 'required';
  const others = [
    ['in production', demandsIn('production') ? 'required' : show({ ...usual, production: true })],
    ['with MySQL', show({ ...usual, databaseType: 'mysql' })],
    ['strict', demandsIn('strict') ? 'required' : show({ ...usual, strict: true })],
  ].filter(([, text]) => text !== show(usual));
  return [show(usual), ...others.map(([when, text]) => `${when} ${text}`)].join('; ');
}

function value(given: unknown): string {
  const text = String(given);
  return text === '' ? 'empty' : code(text);
}

function code(text: string): string {
  return `\`${text}\``;
}

function row(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

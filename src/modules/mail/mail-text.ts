import {
  MAIL_TEMPLATES,
  type MailLanguage,
  type MailName,
  type MailTemplates,
  type MailWords,
} from './mail-templates.js';

/** The values of a mail by the names that its template uses. */
export type MailValues = Record<string, MailValue>;

type MailValue = string | number | Date | MailWords;

/** A mail as it is sent. */
export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

const PLACEHOLDER = /\{(\w+)\}/g;
const LINK = '{link}';

/** Names of the values that a template needs. */
export function valuesOf(name: MailName): string[] {
  const { subject, lines } = MAIL_TEMPLATES[name].en;
  return [...new Set(Array.from([subject, ...lines].join(' ').matchAll(PLACEHOLDER), ([, value = '']) => value))];
}

/**
 * Writes a mail.
 * @param template one of the service's own by its name, or another
 * @throws Error if a value is missing, or the link is not one
 */
export function writeMail(template: MailName | MailTemplates, language: MailLanguage, values: MailValues): WrittenMail {
  const { subject, lines } = (typeof template === 'string' ? MAIL_TEMPLATES[template] : template)[language];
  const fill = (line: string, show: (value: string) => string) =>
    line.replaceAll(PLACEHOLDER, (_, value: string) =>
      show(shownValue(subject, value, inLanguage(values[value], language))),
    );
  const paragraphs = lines.map((line) => {
    if (line !== LINK) return `<p>${fill(escapeHtml(line), escapeHtml)}</p>`;
    const link = escapeHtml(linkOf(values.link));
    return `<p><a href="${link}">${link}</a></p>`;
  });
  return {
    subject: fill(subject, (value) => value),
    text: `${lines.map((line) => fill(line, (value) => value)).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}">\n<body>\n${paragraphs.join('\n')}\n</body>\n</html>\n`,
  };
}

function inLanguage(value: MailValue | undefined, language: MailLanguage): Exclude<MailValue, MailWords> | undefined {
  return typeof value === 'object' && !(value instanceof Date) ? value[language] : value;
}

/** A value on one line: people choose their names, and must not be able to compose mails with them. */
function shownValue(subject: string, value: string, given: string | number | Date | undefined): string {
  if (given === undefined) throw new Error(`The mail “${subject}” lacks the value ${value}`);
  const text = given instanceof Date ? `${given.toISOString().slice(0, 16).replace('T', ' ')} UTC` : String(given);
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim() || '-';
}

function linkOf(link: MailValue | undefined): string {
  const text = typeof link === 'string' ? link : '';
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw new Error('The link of a mail is none');
  return text;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

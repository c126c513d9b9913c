import { type Rule, rules } from '@/api/rules';
import { NO_DATE, NoJson, NoWhole } from '@/kit/controls/no-value';
import { isAmbiguous } from '@/kit/lib/decimal';
import { language, texts } from '@/text/language';

const t = texts(
  {
    required: 'Must not be empty',
    minLength: (n: number) => `Must have at least ${n} characters`,
    maxLength: (n: number) => `Must have at most ${n} characters`,
    minimum: (n: number) => `Must be at least ${n}`,
    maximum: (n: number) => `Must be at most ${n}`,
    pattern: 'Has characters that are not allowed here, or a form that is not',
    number: 'Must be a number',
    whole: 'Must be a whole number',
    grouped: 'Can be read in two ways: write a whole number in digits alone, such as 1250',
    comma: 'Can be read in two ways: write a point before the decimals, such as 12.50',
    email: 'Must be an address such as alice@example.org',
    date: 'Is not complete',
    json: (line: number, column: number) => `Is no JSON from line ${line}, column ${column} on`,
  },
  {
    required: '不能为空',
    minLength: (n) => `至少需要 ${n} 个字符`,
    maxLength: (n) => `最多 ${n} 个字符`,
    minimum: (n) => `不能小于 ${n}`,
    maximum: (n) => `不能大于 ${n}`,
    pattern: '包含不允许的字符或格式不正确',
    number: '必须是数字',
    whole: '必须是整数',
    grouped: '有歧义：整数请只写数字，例如 1250',
    comma: '有歧义：小数请用点号，例如 12.50',
    email: '必须是有效的邮箱地址，例如 alice@example.org',
    date: '填写不完整',
    json: (line, column) => `第 ${line} 行第 ${column} 列起不是有效的 JSON`,
  },
);

/** The rule for a member of a request body, `admin.username` for a nested one; undefined if the API has none. */
export function ruleOf(path: string, member: string): Rule | undefined {
  return member.split('.').reduce<Rule | undefined>((rule, name) => rule?.members?.[name], { members: rules[path] });
}

/** The problem with a value according to the API's rule for it; undefined if there is none. */
export function problemOf(value: unknown, rule: Rule | undefined, required = rule?.required): string | undefined {
  if (value === undefined || value === null || value === '') return required ? t.required : undefined;
  if (value instanceof NoJson) return t.json(value.fault.line, value.fault.column);
  if (value === NO_DATE) return t.date;
  if (value instanceof NoWhole) return isAmbiguous(value.text) ? t.grouped : t.whole;
  if (rule === undefined) return undefined;
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return t.number;
    if (rule.minimum !== undefined && value < rule.minimum) return t.minimum(rule.minimum);
    if (rule.maximum !== undefined && value > rule.maximum) return t.maximum(rule.maximum);
  }
  if (typeof value !== 'string') return undefined;
  const length = [...value].length;
  if (rule.minLength !== undefined && length < rule.minLength) return t.minLength(rule.minLength);
  if (rule.maxLength !== undefined && length > rule.maxLength) return t.maxLength(rule.maxLength);
  if (rule.pattern !== undefined && !new RegExp(rule.pattern, 'u').test(value)) {
    if (rule.format === 'email') return t.email;
    if (/^[-\d.,]*,[\d.,]*$/.test(value) && new RegExp(rule.pattern, 'u').test('1')) return t.comma;
    // The API explains its patterns only in English.
    return (language.value === 'en' && rule.description) || t.pattern;
  }
  return undefined;
}

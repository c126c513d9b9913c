import { useQuery } from '@tanstack/vue-query';
import { type MaybeRefOrGetter, computed, toValue } from 'vue';
import { api, callPath } from '@/api/client';
import { permissionOfPath } from '@/api/permissions';
import { can } from '@/api/session';
import { inLanguage } from '@/text/language';
import { type Choice, type Choices, type Row, referenceOf, usualName } from './define-crud';

/** How long values to choose from are considered fresh, in milliseconds; changes in this tab take effect at once. */
const STALE_MS = 60_000;

/**
 * The values of a choice: those listed, the enabled items of its dictionary, or the rows that the user may list; none
 * for a reference, whose rows are found as the user types. Callers that ask for the same values share one read.
 */
export function useChoices(of: MaybeRefOrGetter<Choices | undefined>) {
  const source = computed(() => {
    const choices = toValue(of);
    if (choices === undefined) return undefined;
    if ('dict' in choices) return `/api/dict/data/${choices.dict}`;
    return 'rows' in choices ? `${choices.rows}/list` : undefined;
  });
  const { data } = useQuery({
    queryKey: computed(() => [source.value ?? '']),
    // The service's data as it is, because other queries of the same path share the cache entry.
    queryFn: ({ signal }): Promise<readonly Row[]> => {
      const choices = toValue(of);
      if (choices && 'dict' in choices) {
        return api.get('/api/dict/data/{code}', { params: { path: { code: choices.dict } }, signal });
      }
      return callPath('get', source.value ?? '', { signal }) as Promise<Row[]>;
    },
    staleTime: STALE_MS,
    enabled: computed(() => source.value !== undefined && can(permissionOfPath[source.value])),
  });
  return computed<readonly Choice[]>(() => {
    const choices = toValue(of);
    if (choices === undefined || referenceOf(choices) !== undefined) return [];
    if ('choices' in choices) {
      return choices.choices.map((choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice));
    }
    if ('dict' in choices) {
      const items = (data.value ?? []) as unknown as Item[];
      return items.map((item) => ({
        ...item,
        label: inLanguage(item.label, item.labelEn, item.labelZh),
        value: valueOf(item.value, choices),
      }));
    }
    return (data.value ?? []).map((row) => ({ value: row.id as number, label: usualName(row) }));
  });
}

/** An item of a dictionary. */
interface Item extends Choice {
  value: string;
  labelEn: string;
  labelZh: string;
}

/** The value that rows hold for a value given as text. */
export function valueOf(text: string, { values }: Choices): string | number | boolean {
  if (values === 'flag') return text === '1' || text === 'true';
  if (values !== 'number' || text.trim() === '' || !Number.isFinite(Number(text))) return text;
  const number = Number(text);
  // Integers beyond JavaScript's safe range are text in JSON too.
  return Number.isSafeInteger(number) || !Number.isInteger(number) ? number : text;
}

/** The values of each member that has choices, by the member's name. */
export function useChoicesOf<T>(
  members: Readonly<Record<string, T>>,
  chosenBy: (member: T) => Choices | string | undefined,
) {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, member]) => {
      const choices = chosenBy(member);
      return typeof choices === 'object' ? [[name, useChoices(choices)] as const] : [];
    }),
  );
}

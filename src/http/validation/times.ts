/** Whether a text is a day of the calendar such as 2026-01-31. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && parseTime(value)?.toISOString().startsWith(value) === true;
}

/**
 * ISO 8601, with or without a time; without an offset it is UTC, as every time that the API sends.
 * @returns undefined for what is no time
 */
export function parseTime(value: string, timeOfDay = '00:00:00'): Date | undefined {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+ -]\d{2}:?\d{2})?)?$/.exec(
    value.trim(),
  );
  const zone = iso?.[3]?.replace(' ', '+') ?? 'Z';
  const time = iso ? new Date(`${iso[1]}T${iso[2] ?? timeOfDay}${zone}`) : new Date(NaN);
  // The years that have four digits in every database.
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 ? time : undefined;
}

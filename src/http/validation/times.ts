/** Whether a text is a calendar day such as 2026-01-31. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && parseTime(value)?.toISOString().startsWith(value) === true;
}

/**
 * Parses ISO 8601, with or without a time of day; without an offset it is UTC, like every time that the API sends.
 * @returns undefined if the text is not a time
 */
export function parseTime(value: string, timeOfDay = '00:00:00'): Date | undefined {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+ -]\d{2}:?\d{2})?)?$/.exec(
    value.trim(),
  );
  const zone = iso?.[3]?.replace(' ', '+') ?? 'Z';
  const time = iso ? new Date(`${iso[1]}T${iso[2] ?? timeOfDay}${zone}`) : new Date(NaN);
  // The years that every database can store with four digits.
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 ? time : undefined;
}

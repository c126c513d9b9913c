/** Members under one heading; those without a heading come first. */
export interface Section<T> {
  heading?: string;
  members: T[];
}

/** Members by the headings of their sections, in the order of the first member of each section. */
export function sectionsOf<T>(members: readonly T[], groupOf: (member: T) => string | undefined): Section<T>[] {
  const sections = new Map<string | undefined, T[]>([[undefined, []]]);
  for (const member of members) {
    const group = groupOf(member);
    const section = sections.get(group);
    if (section) section.push(member);
    else sections.set(group, [member]);
  }
  return [...sections]
    .filter(([, of]) => of.length > 0)
    .map(([heading, of]) => (heading === undefined ? { members: of } : { heading, members: of }));
}

const HAN = /\p{Script=Han}/u;

/** Stands in for a person's picture: the last two characters of a Chinese name, else up to two initials. */
export function initialsOf(name: string): string {
  const characters = [...name.trim()];
  if (characters.some((character) => HAN.test(character))) return characters.slice(-2).join('');
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('');
}

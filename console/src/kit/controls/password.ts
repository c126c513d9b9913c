/** Characters that are not easily confused; a password has some of each kind. */
const KINDS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#$%&*+-=?@_'];

const LENGTH = 16;

/** A password that nobody can guess. */
export function generatePassword(): string {
  const all = KINDS.join('');
  const characters = [...KINDS, ...Array.from({ length: LENGTH - KINDS.length }, () => all)].map(
    (kind) => kind[below(kind.length)] ?? '',
  );
  for (let last = characters.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}

/** A uniformly distributed random integer from 0 to just below a limit. */
function below(limit: number): number {
  const fair = 256 - (256 % limit);
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) return byte % limit;
  }
}

/** Which files may be attached to a row as something, such as its manual. */
export interface FileRules {
  /** Media types. */
  types: readonly string[];
  /** The largest size of a file in bytes, at most {@link MAX_FILE}. */
  max: number;
  /** How many a row may have; as many as there is room for by default. */
  most?: number;
}

/** The largest file, in bytes: it is one value of one statement, which databases limit to 16 MiB by default. */
export const MAX_FILE = 10 * 1_048_576;

const latin = (text: string) => Buffer.from(text, 'latin1');

/** The first bytes of files whose type can be told by them. */
const BEGINNINGS: Record<string, readonly Buffer[]> = {
  'application/pdf': [latin('%PDF-')],
  'image/png': [latin('\x89PNG\r\n\x1a\n')],
  'image/jpeg': [latin('\xff\xd8\xff')],
  'image/gif': [latin('GIF87a'), latin('GIF89a')],
  'application/zip': [latin('PK')],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': [latin('PK')],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': [latin('PK')],
};

/** Whether a file can be of a media type, as far as its first bytes tell. */
export function isOfType(content: Buffer, type: string): boolean {
  return BEGINNINGS[type]?.some((begin) => content.subarray(0, begin.length).equals(begin)) ?? true;
}

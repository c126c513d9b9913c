/** The files that may be attached to a row in one role, such as its manual. */
export interface FileRules {
  /** Media types. */
  types: readonly string[];
  /** The largest size of a file in bytes, at most 10 MiB. */
  max: number;
  /** How many a row may have; as many as there is room for by default. */
  most?: number;
}

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

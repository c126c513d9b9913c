/** A zip archive of uncompressed texts, which needs no library. */

/** A file of an archive. */
export interface ZipEntry {
  /** With `/` between folders. */
  path: string;
  text: string;
}

/** Version 2.0 of the format: folders in paths. */
const VERSION = 20;

/** Paths are UTF-8. */
const UTF8 = 0x0800;

/** Lengths of the fixed parts of the headers. */
const LOCAL_HEADER = 30;
const CENTRAL_HEADER = 46;

/** An archive of the files: less than 4 GiB and 65,536 files, beyond which the format needs a different end record. */
export function zipOf(entries: readonly ZipEntry[], made = new Date()): Blob {
  const encoder = new TextEncoder();
  const { time, day } = dosTime(made);
  const files: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let directorySize = 0;
  for (const { path, text } of entries) {
    const name = encoder.encode(path);
    const content = encoder.encode(text);
    const [crc, size] = [crc32(content), content.length];
    const common = [...two(VERSION), ...two(UTF8), ...two(0), ...two(time), ...two(day)];
    const sizes = [...four(crc), ...four(size), ...four(size), ...two(name.length), ...two(0)];
    files.push(bytes([...signature('PK\x03\x04'), ...common, ...sizes]), name, content);
    const attributes = [...two(0), ...two(0), ...two(0), ...four(0), ...four(offset)];
    directory.push(bytes([...signature('PK\x01\x02'), ...two(VERSION), ...common, ...sizes, ...attributes]), name);
    offset += LOCAL_HEADER + name.length + size;
    directorySize += CENTRAL_HEADER + name.length;
  }
  const count = two(entries.length);
  const end = [...two(0), ...two(0), ...count, ...count, ...four(directorySize), ...four(offset), ...two(0)];
  return new Blob([...files, ...directory, bytes([...signature('PK\x05\x06'), ...end])], { type: 'application/zip' });
}

/** Date and time in MS-DOS format: local, to two seconds, from 1980 on. */
function dosTime(date: Date): { time: number; day: number } {
  const year = Math.max(0, date.getFullYear() - 1980);
  return {
    time: (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1),
    day: (year << 9) | ((date.getMonth() + 1) << 5) | date.getDate(),
  };
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum that zip, gzip and PNG use. */
export function crc32(content: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of content) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

const signature = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const two = (value: number) => [value & 0xff, (value >>> 8) & 0xff];
const four = (value: number) => [...two(value), ...two(value >>> 16)];
const bytes = (values: number[]) => Uint8Array.from(values);

import { crc32 as known } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ZipEntry, crc32, zipOf } from '@/kit/lib/zip';

const MADE = new Date(2026, 2, 29, 14, 45, 31);

interface Read {
  path: string;
  made: number[];
  text: string;
}

/** The result for a reader that uses the archive's directory, as they all do; both headers of a file must agree. */
async function opened(entries: readonly ZipEntry[], made = MADE): Promise<Read[]> {
  const archive = Buffer.from(await zipOf(entries, made).arrayBuffer());
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  const [count, size, start] = [
    archive.readUInt16LE(end + 10),
    archive.readUInt32LE(end + 12),
    archive.readUInt32LE(end + 16),
  ];
  expect([archive.readUInt16LE(end + 8), start + size]).toEqual([count, end]);
  const found: Read[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const local = archive.readUInt32LE(at + 42);
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    const common = archive.subarray(at + 6, at + 32);
    expect(archive.subarray(local + 4, local + 30)).toEqual(common);
    const nameLength = archive.readUInt16LE(at + 28);
    const path = archive.subarray(at + 46, at + 46 + nameLength);
    expect(archive.subarray(local + 30, local + 30 + nameLength)).toEqual(path);
    const from = local + 30 + nameLength;
    const content = archive.subarray(from, from + archive.readUInt32LE(at + 24));
    // Version, UTF-8 names, stored.
    expect([0, 2, 4].map((place) => common.readUInt16LE(place))).toEqual([20, 0x0800, 0]);
    expect(archive.readUInt32LE(at + 20)).toBe(content.length);
    expect(archive.readUInt32LE(at + 16)).toBe(known(content));
    const [time, day] = [archive.readUInt16LE(at + 12), archive.readUInt16LE(at + 14)];
    found.push({
      path: path.toString(),
      made: [(day >> 9) + 1980, (day >> 5) & 15, day & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2],
      text: content.toString(),
    });
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return found;
}

describe('a checksum', () => {
  it.each([
    ['', 0],
    ['123456789', 0xcbf43926],
    ['The quick brown fox jumps over the lazy dog', 0x414fa339],
  ])('of %j is known', (text, crc) => {
    expect(crc32(new TextEncoder().encode(text))).toBe(crc);
  });
});

describe('an archive', () => {
  it('holds files in folders, empty ones and names of any language', async () => {
    const entries = [
      { path: 'src/modules/demo/demo.entity.ts', text: 'export class Demo {}\n' },
      { path: 'empty', text: '' },
      { path: '说明/größe.txt', text: '内容 😀\r\n' },
      { path: 'long.txt', text: 'x'.repeat(100_000) },
    ];
    expect(await opened(entries)).toEqual(entries.map((entry) => ({ ...entry, made: [2026, 3, 29, 14, 45, 30] })));
  });

  it('may be empty', async () => {
    expect(await opened([])).toEqual([]);
  });

  it('knows no year before 1980', async () => {
    const [file] = await opened([{ path: 'a', text: '' }], new Date(1970, 0, 2));
    expect(file?.made.slice(0, 3)).toEqual([1980, 1, 2]);
  });

  it('is a zip', () => {
    expect(zipOf([]).type).toBe('application/zip');
  });
});

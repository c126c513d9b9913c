import type { ImageType } from './image-types.js';

/** Width and height, in pixels. */
type Dimensions = [width: number, height: number];

/**
 * How many pixels an image has by its header: a browser sets memory aside for that many, however small the file is.
 * Undefined for a header that no browser can read: it then shows no image at all.
 */
export function pixelsOf(type: ImageType, content: Buffer): number | undefined {
  const [width, height] = READERS[type](content) ?? [];
  return width === undefined || height === undefined ? undefined : width * height;
}

const READERS: Record<ImageType, (content: Buffer) => Dimensions | undefined> = {
  png: pngDimensions,
  jpg: jpegDimensions,
  webp: webpDimensions,
};

/** The chunk IHDR, which comes first (PNG specification, section 11.2.1). */
function pngDimensions(content: Buffer): Dimensions | undefined {
  if (content.length < 24 || content.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return [content.readUInt32BE(16), content.readUInt32BE(20)];
}

/** The segment SOFn (ITU-T T.81, section B.2.2), looked for as libjpeg does, which passes over bytes between segments. */
function jpegDimensions(content: Buffer): Dimensions | undefined {
  for (let at = 2; ;) {
    at = content.indexOf(0xff, at);
    while (at >= 0 && content[at] === 0xff) at++;
    const marker = content[at];
    if (at < 0 || marker === undefined) return undefined;
    at++;
    if (marker === 0 || isAlone(marker)) continue;
    if (at + 2 > content.length) return undefined;
    const length = content.readUInt16BE(at);
    if (isFrame(marker)) return frameDimensions(content.subarray(at, at + length));
    if (!isSkipped(marker)) return undefined;
    at += Math.max(length, 2);
  }
}

function frameDimensions(segment: Buffer): Dimensions | undefined {
  const components = segment[7];
  if (components === undefined || segment.length !== segment.readUInt16BE(0)) return undefined;
  if (segment.length !== 8 + 3 * components) return undefined;
  return [segment.readUInt16BE(5), segment.readUInt16BE(3)];
}

/** RSTn and TEM, which have no length. */
function isAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** SOFn; the codes between them stand for tables (DHT, DAC) and extensions (JPG). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** DHT, DAC, DQT, DNL, DRI, APPn and COM, which may come before the frame. */
function isSkipped(marker: number): boolean {
  return [0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);
}

/** The first chunk: VP8X, VP8L or VP8 (RFC 9649, sections 2.7 and 3.4; RFC 6386, section 9.1). */
function webpDimensions(content: Buffer): Dimensions | undefined {
  if (content.length < 30) return undefined;
  switch (content.toString('latin1', 12, 16)) {
    case 'VP8X':
      return [content.readUIntLE(24, 3) + 1, content.readUIntLE(27, 3) + 1];
    case 'VP8L':
      return [(content.readUInt32LE(21) & 0x3fff) + 1, ((content.readUInt32LE(21) >>> 14) & 0x3fff) + 1];
    case 'VP8 ':
      return [content.readUInt16LE(26) & 0x3fff, content.readUInt16LE(28) & 0x3fff];
    default:
      return undefined;
  }
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../../core/errors.js';
import { pixelsOf } from './image-size.js';
import { IMAGE_TYPES, type ImageType } from './image-types.js';
import { refuseEncoding } from './body-encoding.js';
import { takeBytes, takenBodyOf } from './taken-body.js';

/** The bytes that files of a format begin with; null stands for any byte. */
const SIGNATURES: Record<ImageType, (number | null)[]> = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpg: [0xff, 0xd8, 0xff],
  webp: [...Buffer.from('RIFF'), null, null, null, null, ...Buffer.from('WEBP')],
};

/** How many pixels an image may have: a browser needs four bytes for each. */
const MAX_PIXELS = 16_000_000;

/** Configuration of a route that accepts images as well as JSON. */
export const TAKES_IMAGES = { takesImages: true };

/** A request body that is an image of the type that the request declares. */
export class ImageBody {
  readonly size: number;
  /** Private at run time too: code that lists the members of bodies, such as the operation log, does not see it. */
  readonly #content: Buffer;

  constructor(
    readonly type: ImageType,
    content: Buffer,
  ) {
    this.size = content.length;
    this.#content = content;
  }

  get content(): Buffer {
    return this.#content;
  }
}

/** Makes routes with {@link TAKES_IMAGES} accept images; every other route still refuses them with HTTP 400. */
export function acceptImages(server: FastifyInstance): void {
  for (const [mediaType, type] of Object.entries(IMAGE_TYPES)) {
    server.addContentTypeParser(mediaType, { parseAs: 'buffer' }, (request, content: Buffer, done) => {
      try {
        const taken = takenBodyOf(request);
        if (taken) {
          done(null, takeBytes(request, taken, content));
          return;
        }
        if (!takesImages(request)) throw errors.notJson();
        refuseEncoding(request);
        if (!beginsWith(content, SIGNATURES[type])) throw errors.notAnImage();
        if ((pixelsOf(type, content) ?? 0) > MAX_PIXELS) throw errors.imageTooLarge(MAX_PIXELS);
        done(null, new ImageBody(type, content));
      } catch (error) {
        done(error as Error);
      }
    });
  }
}

/** Whether the request is to a route with {@link TAKES_IMAGES}. */
export function takesImages({ routeOptions }: FastifyRequest): boolean {
  return (routeOptions.config as Partial<typeof TAKES_IMAGES>).takesImages === true;
}

function beginsWith(content: Buffer, signature: (number | null)[]): boolean {
  return signature.every((byte, index) => index < content.length && (byte === null || content[index] === byte));
}

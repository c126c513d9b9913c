/** Images that can be uploaded, by their media type. */
export const IMAGE_TYPES = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/** File name extension of an image. */
export type ImageType = (typeof IMAGE_TYPES)[keyof typeof IMAGE_TYPES];

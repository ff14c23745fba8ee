/** The formats of pictures, and what their headers say. */

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'bmp' | 'avif' | 'heic' | 'tiff';

/** What a format's own reader finds; sizes in stored pixels. */
export type PictureFacts = {
  format: PictureFormat;
  width: number;
  height: number;
  isAnimated?: boolean;
  hasAlpha?: boolean;
  /** Bits of a channel; 8 if absent. */
  bits?: number;
  isCmyk?: boolean;
  /** The name of its colour profile. */
  profile?: string | undefined;
  /** The block of EXIF data: a small TIFF file. */
  exif?: Uint8Array | undefined;
};

/** The names by which models and people call the formats. */
export const formatNames: Readonly<Record<PictureFormat, string>> = {
  ...{ png: 'PNG', jpeg: 'JPEG', webp: 'WebP', gif: 'GIF' },
  ...{ bmp: 'BMP', avif: 'AVIF', heic: 'HEIC', tiff: 'TIFF' },
};

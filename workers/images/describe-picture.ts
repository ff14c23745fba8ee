/** What a picture's header says, as words for models. */
import { formatNames } from './picture-facts.ts';
import type { PictureInfo } from './picture-info.ts';

/** A line for each fact, such as `picture: JPEG, 4000 x 3000 pixels`. */
export function describePicture(info: PictureInfo): string[] {
  const { format, width, height, isAnimated, orientation, taken, camera, place } = info;
  return [
    `picture: ${formatNames[format]}, ${width} x ${height} pixels${isAnimated ? ', animated' : ''}`,
    ...(orientation > 1
      ? [`orientation: ${orientation} in its EXIF data; the size is that of the upright picture`]
      : []),
    ...(taken ? [`taken: ${taken}`] : []),
    ...(camera ? [`camera: ${camera}`] : []),
    ...(place ? [`place: ${place.latitude}, ${place.longitude} (latitude, longitude)`] : []),
  ];
}

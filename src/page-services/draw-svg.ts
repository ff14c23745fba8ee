/** Draws an SVG as a PNG: only a page can, because workers decode no SVG. */

/** In an `img` an SVG runs no script and loads nothing. As a `data:` URL it leaves the canvas readable in all browsers. */
export async function drawSvg(svg: Blob, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = await dataUrl(svg);
  await image.decode();
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('there is no canvas');
  context.drawImage(image, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/png' });
}

async function dataUrl(svg: Blob): Promise<string> {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await svg.text())}`;
}

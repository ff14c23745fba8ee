/** Times `edit_image` of twelve photos to 800 px, compared with the browser's codecs on the page. */

/** Photos of twelve megapixels, as phones take them. */
const photos = { count: 12, width: 4_000, height: 3_000, longest: 800 };

/**
 * @param {import('@playwright/test').Browser} browser @param {string} url
 * @returns {Promise<{ ours: number, floor: number, made: number }>} milliseconds of all photos; the best of two rounds, to
 * exclude other load. `made`: how many are there with the wanted size.
 */
export async function measurePictures(browser, url) {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    await page.evaluate('oneclaw.ready');
    return await page.evaluate(measure, photos);
  } finally {
    await page.close();
  }
}

/** Runs in the page. @param {typeof photos} photos */
async function measure({ count, width, height, longest }) {
  const { oneclaw } = /** @type {any} */ (window);
  const type = 'image/jpeg';
  const scale = longest / width;

  /** @param {ImageBitmapSource} source @param {number} wide @param {number} high */
  const draw = async (source, wide, high) => {
    const canvas = new OffscreenCanvas(wide, high);
    canvas.getContext('2d')?.drawImage(await createImageBitmap(source), 0, 0, wide, high);
    return canvas.convertToBlob({ type, quality: 0.85 });
  };
  // Small noise enlarged: as much detail as a photo has, and not the worst case of a codec.
  const noise = new ImageData(500, 375);
  for (let at = 0; at < noise.data.length; at++) noise.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 256;
  const photo = await draw(noise, width, height);
  const paths = Array.from({ length: count }, (_, at) => `photos/${at}.jpg`);
  for (const path of paths) await oneclaw.files.write(path, photo);

  const time = async (/** @type {() => Promise<unknown>} */ work) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const bare = async () => {
    for (let at = 0; at < count; at++) {
      const picture = await createImageBitmap(photo);
      const small = await createImageBitmap(picture, {
        ...{ resizeWidth: width * scale, resizeHeight: height * scale, resizeQuality: 'high' },
      });
      picture.close();
      await draw(small, width * scale, height * scale);
    }
  };
  const edit = async () => {
    const parameters = {
      paths: ['photos'],
      output: 'small',
      width: longest,
      height: longest,
      overwrite: true,
    };
    const report = await oneclaw.tools.call('edit_image', parameters);
    if (report.status !== 'success') throw new Error(report.message);
  };
  /** @type {{ ours: number[], floor: number[] }} */
  const { ours, floor } = { ours: [], floor: [] };
  for (let round = 0; round < 2; round++) {
    floor.push(await time(bare));
    ours.push(await time(edit));
  }
  let made = 0;
  for (const path of paths) {
    const small = await oneclaw.files.read(path.replace('photos', 'small'), { as: 'blob' });
    const { width: wide } = await createImageBitmap(small);
    if (wide === longest) made++;
  }
  return { ours: Math.min(...ours), floor: Math.min(...floor), made };
}

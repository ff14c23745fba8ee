/** The size of a result, computed without a canvas. */
import { describe, expect, it } from 'vitest';
import { type Edits, insideOf, layOut } from '#workers/images/edits.ts';

const photo = { width: 4000, height: 3000 };

describe('the size of a result', () => {
  it.each<[Edits, [number, number]]>([
    [{}, [4000, 3000]],
    [{ width: 800 }, [800, 600]],
    [{ height: 600 }, [800, 600]],
    [{ width: 800, height: 800 }, [800, 600]],
    [{ width: 800, height: 100 }, [133, 100]],
    [{ width: 800, height: 800, fit: 'cover' }, [800, 800]],
    [{ width: 801, height: 333, fit: 'cover' }, [801, 333]],
    [{ width: 800, height: 800, fit: 'stretch' }, [800, 800]],
    [{ rotate: 90 }, [3000, 4000]],
    [{ rotate: -90, width: 300 }, [300, 400]],
    [{ rotate: 450 }, [3000, 4000]],
    [{ rotate: 180 }, [4000, 3000]],
    [{ rotate: 45 }, [4950, 4950]],
    [{ width: 1 }, [1, 1]],
  ])('%j is %j', (edits, [width, height]) => expect(layOut(photo, edits).canvas).toEqual({ width, height }));

  it('is that of the picture where it is smaller than the box, unless it may be enlarged', () => {
    expect(layOut(photo, { width: 8000 })).toMatchObject({ canvas: photo, isKept: true, isEnlarged: false });
    expect(layOut(photo, { width: 8000, fit: 'inside' })).toMatchObject({
      ...{ canvas: { width: 8000, height: 6000 }, isKept: false, isEnlarged: true },
    });
    expect(layOut(photo, { width: 5000, height: 5000, fit: 'cover' })).toMatchObject({ isEnlarged: true });
    expect(layOut(photo, { width: 4000, height: 3000 })).toMatchObject({ isKept: false, isEnlarged: false });
  });

  it('of a distorted picture scales once, then stretches', () => {
    expect(layOut(photo, { width: 4000, height: 1500, fit: 'stretch' })).toMatchObject({
      ...{ scaled: photo, stretch: { x: 1, y: 0.5 } },
    });
  });
});

it('an area is cut at the edges of the picture, and is none outside of it', () => {
  expect(insideOf({ x: -10, y: 5, width: 30, height: 9000 }, photo)).toEqual({
    x: 0,
    y: 5,
    width: 20,
    height: 2995,
  });
  expect(insideOf({ x: 4000, y: 0, width: 10, height: 10 }, photo)).toBeUndefined();
  expect(insideOf({ x: 0.4, y: 0, width: 0.4, height: 10 }, photo)).toEqual({
    x: 0,
    y: 0,
    width: 1,
    height: 10,
  });
});

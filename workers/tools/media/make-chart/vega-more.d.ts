/** What Vega exports, but leaves out of its types. */
import type { Item } from 'vega';

declare module 'vega' {
  /** `width` is what the layout uses: pixels. */
  export const textMetrics: Record<'width' | 'measureWidth', (item: Item, text: string) => number>;
  /** The CSS font of a text mark. */
  export function font(item: Item): string;
  /** Readers of values by the type that `format.parse` names. */
  export const typeParsers: { date: (value: unknown) => unknown };
  export type BinParameters = { extent?: [number, number]; step?: number };
  /** The registry of transforms. */
  export const transforms: {
    bin: new (parameters: object) => { transform(parameters: BinParameters, pulse: object): unknown };
  };
}

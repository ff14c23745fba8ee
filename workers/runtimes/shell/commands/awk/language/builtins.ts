/** The functions of awk that are built in: those of POSIX, and those of gawk that scripts use. */

/** The least and the greatest number of arguments. */
const counts = {
  ...{
    length: [0, 1],
    substr: [2, 3],
    index: [2, 2],
    split: [2, 4],
    sub: [2, 3],
    gsub: [2, 3],
    match: [2, 3],
  },
  ...{ sprintf: [1, Infinity], tolower: [1, 1], toupper: [1, 1] },
  ...{ sin: [1, 1], cos: [1, 1], atan2: [2, 2], exp: [1, 1], log: [1, 1], sqrt: [1, 1], int: [1, 1] },
  ...{ rand: [0, 0], srand: [0, 1], system: [1, 1], close: [1, 2], fflush: [0, 1] },
  ...{ gensub: [3, 4], patsplit: [2, 4], strtonum: [1, 1], asort: [1, 3], asorti: [1, 3] },
  ...{ strftime: [0, 3], systime: [0, 0], mktime: [1, 2], typeof: [1, 1], isarray: [1, 1] },
  ...{
    and: [2, Infinity],
    or: [2, Infinity],
    xor: [2, Infinity],
    lshift: [2, 2],
    rshift: [2, 2],
    compl: [1, 1],
  },
} satisfies Record<string, [least: number, most: number]>;

export type Builtin = keyof typeof counts;

export const builtins: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(counts));

export function isBuiltin(name: string): name is Builtin {
  return builtins.has(name);
}

/** What calls read and change, and when two of them conflict. */

/** A path of the workspace and all that is below it (`[]` is the whole workspace), or the name of other state. */
export type Place = readonly string[] | string;

export type Places = { reads: readonly Place[]; writes: readonly Place[] };

/** True if one changes what the other reads or changes. Symmetric. */
export function areInConflict(one: Places, other: Places): boolean {
  return (
    overlap(one.writes, other.writes) || overlap(one.writes, other.reads) || overlap(one.reads, other.writes)
  );
}

function overlap(some: readonly Place[], others: readonly Place[]): boolean {
  return some.some((one) => others.some((other) => isSamePlace(one, other)));
}

function isSamePlace(one: Place, other: Place): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  const shared = Math.min(one.length, other.length);
  return one.slice(0, shared).every((name, index) => name === other[index]);
}

/** What calls read and change, and when two of them conflict. */

/** A path of the workspace and all that is below it (`[]` is the whole workspace), or the name of other state. */
export type TouchedPlace = readonly string[] | string;

export type TouchedPlaces = { reads: readonly TouchedPlace[]; writes: readonly TouchedPlace[] };

/** True if one changes what the other reads or changes. Symmetric. */
export function areInConflict(one: TouchedPlaces, other: TouchedPlaces): boolean {
  return (
    overlap(one.writes, other.writes) || overlap(one.writes, other.reads) || overlap(one.reads, other.writes)
  );
}

function overlap(some: readonly TouchedPlace[], others: readonly TouchedPlace[]): boolean {
  return some.some((one) => others.some((other) => isSamePlace(one, other)));
}

function isSamePlace(one: TouchedPlace, other: TouchedPlace): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  const shared = Math.min(one.length, other.length);
  return one.slice(0, shared).every((name, index) => name === other[index]);
}

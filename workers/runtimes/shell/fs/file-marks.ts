/**
 * File metadata that the file port does not store: the mode, which is kept with the session, and a time set
 * by `touch -d`, until the file is written.
 */

type Time = { /** The port's modification time when the mark was set. */ stored: number; shown: Date };

export type FileMarks = ReturnType<typeof createFileMarks>;

export const usualUmask = 0o022;

/** Keys are paths of the file port. */
export function createFileMarks({
  modes = [],
  umask = usualUmask,
}: {
  modes?: Iterable<readonly [string, number]>;
  umask?: number | undefined;
} = {}) {
  const modeOf = new Map<string, number>(modes);
  const timeOf = new Map<string, Time>();
  const below = (path: string) =>
    [...modeOf.keys()].filter((each) => each === path || each.startsWith(`${path}/`));
  return {
    umask,
    mode: (path: string) => modeOf.get(path),
    setMode: (path: string, mode: number) => void modeOf.set(path, mode),
    copyMode(from: string, to: string): void {
      const mode = modeOf.get(from);
      if (mode !== undefined) modeOf.set(to, mode);
    },
    setTime: (path: string, time: Time) => void timeOf.set(path, time),
    /** Undefined if the file has been written since. */
    time(path: string, stored: number): Date | undefined {
      const time = timeOf.get(path);
      return time?.stored === stored ? time.shown : undefined;
    },
    forget: (path: string) => below(path).forEach((each) => modeOf.delete(each)),
    move(from: string, to: string): void {
      for (const each of below(from)) {
        modeOf.set(to + each.slice(from.length), modeOf.get(each) ?? 0);
        modeOf.delete(each);
      }
    },
    modes: () => [...modeOf],
  };
}

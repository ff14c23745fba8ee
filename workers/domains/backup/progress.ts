/** Tells the page how far a backup is, at most ten times a second. */
import type { BackupProgressEvent, BackupStage } from '#shared/rpc/backup.ts';
import type { Progress } from './deps.ts';

const everyMs = 100;

export function createProgress(
  stage: BackupStage,
  total: number,
  post: (event: BackupProgressEvent) => void,
): Progress {
  let [done, told] = [0, -Infinity];
  function tell(): void {
    told = performance.now();
    // Some parts of an archive are read twice.
    post({ type: 'backup-progress', stage, done: total > 0 ? Math.min(done, total) : done, total });
  }
  tell();
  return {
    add(amount) {
      done += amount;
      if (performance.now() - told >= everyMs) tell();
    },
    end() {
      done = Math.max(done, total);
      tell();
    },
  };
}

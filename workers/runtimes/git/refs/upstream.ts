/** The upstream of a branch: `branch.<name>.remote` and `.merge` of the config. */
import { configValue } from '../config.ts';
import type { Repository } from '../repository.ts';

export type Upstream = {
  remote: string;
  /** The name on the server, such as `refs/heads/main`. */
  merge: string;
  /** The local tracking reference, such as `refs/remotes/origin/main`. */
  tracking: string;
  /** The short name, such as `origin/main`. */
  short: string;
};

export async function upstreamOf(repository: Repository, branch: string): Promise<Upstream | undefined> {
  const config = await repository.config();
  const remote = configValue(config, `branch.${branch}.remote`);
  const merge = configValue(config, `branch.${branch}.merge`);
  if (!remote || !merge) return undefined;
  const name = merge.replace(/^refs\/heads\//, '');
  if (remote === '.') return { remote, merge, tracking: merge, short: name };
  return { remote, merge, tracking: `refs/remotes/${remote}/${name}`, short: `${remote}/${name}` };
}

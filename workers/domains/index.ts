/** All domains of the engine. A new one is its folder, one line here, and one in `src/shared/api/index.ts`. */
import { activity } from './activity/domain.ts';
import { agents } from './agents/domain.ts';
import { alarms } from './alarms/domain.ts';
import { backup } from './backup/domain.ts';
import { budget } from './budget/domain.ts';
import { chat } from './chat/domain.ts';
import { connections } from './connections/domain.ts';
import { deviceModels } from './device-models/domain.ts';
import { files } from './files/domain.ts';
import { git } from './git/domain.ts';
import { linkedFolders } from './linked-folders/domain.ts';
import { mcp } from './mcp/domain.ts';
import { memory } from './memory/domain.ts';
import { network } from './network/domain.ts';
import { packages } from './packages/domain.ts';
import { permissions } from './permissions/domain.ts';
import { processes } from './processes/domain.ts';
import { prompts } from './prompts/domain.ts';
import { providers } from './providers/domain.ts';
import { runs } from './runs/domain.ts';
import { search } from './search/domain.ts';
import { sessions } from './sessions/domain.ts';
import { tasks } from './tasks/domain.ts';
import { terminal } from './terminal/domain.ts';
import { tools } from './tools/domain.ts';
import { vault } from './vault/domain.ts';

/** Models see the tools of the domains in this order. */
export const domains = {
  chat,
  processes,
  memory,
  tasks,
  alarms,
  sessions,
  activity,
  agents,
  backup,
  budget,
  connections,
  deviceModels,
  files,
  git,
  linkedFolders,
  mcp,
  network,
  packages,
  permissions,
  prompts,
  providers,
  runs,
  search,
  terminal,
  tools,
  vault,
};

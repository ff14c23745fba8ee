/** The API of the engine worker, one namespace per domain. Adding a domain is one line here. */
import type { ActivityApi } from './activity.ts';
import type { AgentsApi } from './agents.ts';
import type { AlarmsApi } from './alarms.ts';
import type { BackupApi } from './backup.ts';
import type { BudgetApi } from './models/budget.ts';
import type { ChatApi } from './chat.ts';
import type { ConnectionsApi } from './access/connections.ts';
import type { DeviceModelsApi } from './models/device-models.ts';
import type { FilesApi } from './files.ts';
import type { GitApi } from './git.ts';
import type { LinkedFoldersApi } from './linked-folders.ts';
import type { MemoryApi } from './memory.ts';
import type { NetworkApi } from './access/network.ts';
import type { PackagesApi } from './packages.ts';
import type { PermissionsApi } from './access/permissions.ts';
import type { ProcessesApi } from './processes.ts';
import type { PromptsApi } from './prompts.ts';
import type { ProvidersApi } from './models/providers.ts';
import type { RunsApi } from './runs.ts';
import type { SearchApi } from './search.ts';
import type { SessionsApi } from './sessions.ts';
import type { TasksApi } from './tasks.ts';
import type { TerminalApi } from './terminal.ts';
import type { ToolsApi } from './tools.ts';
import type { VaultApi } from './access/vault.ts';
import type { McpApi } from '../mcp/mcp-api.ts';
import type { Boot } from '../rpc/protocol.ts';

/** Contract: no method throws for an expected reason. A rejected promise is a bug or a dead worker. */
export type EngineApi = {
  chat: ChatApi;
  sessions: SessionsApi;
  providers: ProvidersApi;
  vault: VaultApi;
  agents: AgentsApi;
  tools: ToolsApi;
  budget: BudgetApi;
  runs: RunsApi;
  files: FilesApi;
  linkedFolders: LinkedFoldersApi;
  deviceModels: DeviceModelsApi;
  packages: PackagesApi;
  permissions: PermissionsApi;
  processes: ProcessesApi;
  prompts: PromptsApi;
  memory: MemoryApi;
  tasks: TasksApi;
  alarms: AlarmsApi;
  activity: ActivityApi;
  connections: ConnectionsApi;
  backup: BackupApi;
  mcp: McpApi;
  network: NetworkApi;
  search: SearchApi;
  git: GitApi;
  terminal: TerminalApi;
};

export type DomainName = keyof EngineApi;

/** What the engine worker serves to the page: one method for all domains' API, because their code loads at first use. */
export type EngineRpc = {
  /** `events` carries `EventBatch`es to the page; the page serves `PageServices` on `services`. */
  boot(events: MessagePort, services: MessagePort): Promise<Boot>;
  call(domain: DomainName, method: string, values: unknown[]): Promise<unknown>;
  /** Has the domains do what is due by now: the device may have been asleep. */
  wake(): Promise<void>;
};

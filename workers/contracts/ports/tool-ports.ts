/** The ports that domains give to tools that run in the engine: one line per domain, by its name. */
import type { ProcessesApi } from '#shared/api/processes.ts';
import type { AlarmPort } from './alarm-port.ts';
import type { SearchHistory } from './history-port.ts';
import type { MemoryPort } from './memory-port.ts';
import type { TaskPort } from './task-port.ts';

export type ToolPorts = {
  alarms: AlarmPort;
  memory: MemoryPort;
  processes: ProcessesApi;
  sessions: SearchHistory;
  tasks: TaskPort;
};

export type OpenToolPort = <Name extends keyof ToolPorts>(domain: Name) => Promise<ToolPorts[Name]>;

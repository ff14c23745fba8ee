/** What a tool host is given for a call: a port for each capability that the tool declared, and nothing else. */
import { admits, approvalFor, grantedCapabilities, type Agent } from '#shared/agents/agent.ts';
import type { AgentId, RunId, SessionId } from '#shared/ids.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { Identity } from '#workers/contracts/git-port.ts';
import type { GitApi, ToolHostPorts, VisionApi } from '#workers/contracts/tool-host-protocol.ts';
import type { SeenPicture, VisionAnswer } from '#workers/contracts/vision-port.ts';
import type { Egress } from '#workers/network/egress.ts';
import type { Folders } from '#workers/storage/folders.ts';
import { createUndoRecorder } from '#workers/storage/undo/undo-recorder.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import type { WriteLock } from '#workers/storage/workspace/workspace-locks.ts';
import type { DeviceBridge } from './device-bridge.ts';
import { lendReading, lendWriting } from './lend-files.ts';
import { fallible, lendNetwork, lendPort } from './lend-port.ts';
import { lendSession } from './lend-session.ts';
import { recordWhileLent } from './record-while-lent.ts';

export type PortSources = {
  folders: Pick<Folders, 'workspace' | 'undo' | 'sessions'>;
  fileLock: WriteLock;
  egress: Egress;
  device: DeviceBridge;
  /** Looks at a picture, or says that the conversation's model can. */
  look: Look;
  /** Whom the user named as the author of commits. */
  author(): Promise<Identity | null>;
};

export type Look = (
  picture: SeenPicture,
  question: string,
  looker: { agent: AgentId; session?: SessionId | undefined },
  signal: AbortSignal,
) => Promise<VisionAnswer>;

type PortScope = {
  agent: Pick<Agent, 'id' | 'hosts' | 'deny' | 'isGuarded' | 'tools' | 'approval'>;
  run: RunId;
  session?: SessionId;
  /** Called with each file that the call has changed. */
  onFileChange?: (path: string) => void;
};

/** `over` aborts when the call has its result, was killed or cancelled. File changes are recorded under `run`. */
export function grantPorts(
  tool: ToolDefinition,
  { agent, run, session, onFileChange }: PortScope,
  sources: PortSources,
  over: AbortSignal,
): ToolHostPorts {
  const { egress, device, folders, author } = sources;
  const { permissions } = tool;
  const capabilities = grantedCapabilities(tool, agent);
  const usesGit = capabilities.includes('git');
  const mayPush = tool.name === pushTool.name || mayPushUnasked(agent);
  const files = grantFiles(capabilities, { run, onFileChange }, sources, over);
  return {
    ...(files ? { files } : {}),
    ...(capabilities.includes('network')
      ? { network: lendNetwork(egress, { hosts: agent.hosts, usesGit, mayPush }, over) }
      : {}),
    ...(capabilities.includes('host') ? { device: device.lend(permissions, over) } : {}),
    ...(capabilities.includes('models')
      ? { vision: lendVision(sources.look, { agent: agent.id, session }, over) }
      : {}),
    ...(usesGit ? { git: lendGit(author, mayPush, over) } : {}),
    ...(tool.runs === 'code' ? { session: lendSession(folders.sessions, session ?? 'console', over) } : {}),
  };
}

const pushTool = { name: 'git_push', category: 'git', capabilities: ['files.write', 'git'] } as const;

/** Whether another tool with git, such as the shell, may push: what `git_push` must ask for, the shell does not get. */
function mayPushUnasked(agent: PortScope['agent']): boolean {
  return admits(agent, pushTool) && approvalFor(agent, pushTool.name) === 'auto';
}

function lendGit(author: PortSources['author'], mayPush: boolean, over: AbortSignal): MessagePort {
  const api: GitApi = { author: () => fallible(author), mayPush: () => mayPush };
  return lendPort(api, over);
}

function lendVision(look: Look, looker: Parameters<Look>[2], over: AbortSignal): MessagePort {
  const api: VisionApi = {
    look: (picture, question) => fallible(() => look(picture, question, looker, over)),
  };
  return lendPort(api, over);
}

function grantFiles(
  capabilities: ToolDefinition['capabilities'],
  { run, onFileChange }: Pick<PortScope, 'run'> & { onFileChange: PortScope['onFileChange'] | undefined },
  { folders, fileLock }: PortSources,
  over: AbortSignal,
): MessagePort | undefined {
  if (capabilities.includes('files.write')) {
    const open = async () => createUndoRecorder(await folders.undo.getDirectoryHandle(run, { create: true }));
    const recorder = recordWhileLent(open, over, onFileChange);
    return lendWriting(createWorkspace(folders.workspace, fileLock, recorder), over, recorder.close);
  }
  if (!capabilities.includes('files.read')) return undefined;
  return lendReading(createWorkspace(folders.workspace, fileLock), over);
}

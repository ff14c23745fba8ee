/**
 * Creates the ports of a tool host for one call: one for each capability that the tool declared, and nothing
 * else.
 */
import type { Agent } from '#shared/agents/agent.ts';
import { admits, approvalFor } from '#shared/agents/admitted-tools.ts';
import { grantedCapabilities } from '#shared/agents/grants.ts';
import type { AgentId, CallId, RunId, SessionId } from '#shared/ids.ts';
import { builtInSource } from '#shared/tools/external-tool.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { UserPrompter } from '#workers/contracts/user-prompter.ts';
import { codeSessionOf } from '#workers/contracts/code-session.ts';
import type { Identity } from '#workers/contracts/ports/git-port.ts';
import { networkError, noNetwork } from '#workers/contracts/ports/network-port.ts';
import type { SearchPort } from '#workers/contracts/ports/search-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { GitApi, SearchApi, ToolHostPorts, VisionApi } from '#workers/contracts/tool-host-protocol.ts';
import type { SeenPicture, VisionAnswer } from '#workers/contracts/ports/vision-port.ts';
import type { WheelNetwork, WheelPort } from '#workers/contracts/ports/wheel-port.ts';
import type { Egress } from '#workers/network/egress.ts';
import type { HostPasses } from '#workers/network/host-passes.ts';
import type { CodeSessions } from '#workers/storage/code-sessions.ts';
import type { Folders } from '#workers/storage/folders.ts';
import { createUndoRecorder } from '#workers/storage/undo/undo-recorder.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import type { FileIndex } from '#workers/storage/workspace/file-index.ts';
import type { WriteLock } from '#workers/storage/workspace/workspace-locks.ts';
import { askForDevice } from './ask-for-device.ts';
import type { DeviceBridge, EngineSide } from './device-bridge.ts';
import { hasModule, type CodeOrigins } from './code-origins.ts';
import { createHostPrompt } from './host-prompt.ts';
import { createTokenPrompt } from './token-prompt.ts';
import { serveReadOnlyFiles, serveFiles } from './serve-files.ts';
import { fallible, serveNetwork, servePort } from './serve-port.ts';
import { serveSession } from './serve-session.ts';
import { serveWheels } from './serve-wheels.ts';
import { recordUntilOver } from './record-until-over.ts';

export type PortSources = {
  folders: Pick<Folders, 'workspace' | 'undo'>;
  codeSessions: Pick<CodeSessions, 'read' | 'write'>;
  codeOrigins: CodeOrigins;
  fileLock: WriteLock;
  fileIndex: Pick<FileIndex, 'since'>;
  egress: Egress;
  prompts: UserPrompter;
  device: DeviceBridge;
  /** Remembers a private host that the user allowed, or for one call alone. */
  allowHost(host: string, onlyFor?: CallId): Promise<void>;
  /** What the user has allowed for one call. */
  passes: Pick<HostPasses, 'has' | 'end'>;
  /** The URL of the service that locates an IP address. */
  ipService(): Promise<string>;
  /** Describes a picture with another model, or reports that the conversation's model accepts images. */
  describePicture: DescribePicture;
  /** The author of commits from the settings; null if the user set none. */
  author(): Promise<Identity | null>;
  /** Opens the port for Python packages, which fetches through the network of one call. */
  openWheels(network: WheelNetwork): Promise<WheelPort>;
  /** The search service the user has chosen. */
  searchService: SearchPort['service'];
};

export type DescribePicture = (
  picture: SeenPicture,
  question: string,
  requester: { agent: AgentId; run: RunId; session?: SessionId | undefined },
  signal: AbortSignal,
) => Promise<VisionAnswer>;

type PortScope = {
  agent: Pick<Agent, 'id' | 'hosts' | 'deny' | 'isGuarded' | 'tools' | 'approval'>;
  run: RunId;
  session?: SessionId;
  call: CallId;
  /** Pauses the call's deadline until the returned function is called. */
  pause(): () => void;
  /** Called with each file that the call has changed. */
  onFileChange?: (path: string) => void;
  /** Called before a request is sent; the returned function is called if nothing was sent. */
  onRequest?: (url: string) => () => void;
  /**
   * For code. `begin` is called once; `receive` before its session is handed any text from outside. `isCalculation`:
   * as of `isCalculation`. `hasReadOutside`: the model had read such text, so that the code may contain it.
   */
  origin?: { begin(): void; receive(): void; isCalculation: boolean; hasReadOutside: boolean };
};

/**
 * `over` must abort when the call has its result, was killed or was cancelled. File changes are recorded
 * under the scope's run.
 */
export function grantPorts(
  tool: ToolDefinition,
  scope: PortScope,
  sources: PortSources,
  over: AbortSignal,
): ToolHostPorts {
  const { agent, run, call, session, onFileChange } = scope;
  const { egress, device, author, passes, searchService } = sources;
  over.addEventListener('abort', () => passes.end(call), { once: true });
  const { publicOnly = false } = tool;
  const capabilities = grantedCapabilities(tool, agent);
  const usesGit = capabilities.includes('git');
  const usesSearch = capabilities.includes('search');
  const mayPush = tool.name === pushTool.name || mayPushUnasked(agent);
  const origin = tool.runs === 'code' ? watchOrigin(scope, sources.codeOrigins) : undefined;
  const receive = origin?.receive;
  const onRequest = (url: string) => {
    receive?.();
    return scope.onRequest?.(url) ?? (() => undefined);
  };
  const files = grantFiles(capabilities, { run, onFileChange, receive: origin?.receiveFiles }, sources, over);
  return {
    ...(files ? { files } : {}),
    ...(capabilities.includes('network')
      ? {
          network: serveNetwork(
            egress,
            {
              ...{ hosts: agent.hosts, publicOnly, usesGit, mayPush, usesSearch, onRequest },
              hasPass: (host) => passes.has(call, host),
              ...(usesGit ? { askForToken: createTokenPrompt(tool, scope, sources.prompts, over) } : {}),
              // Other tools name their URLs in their arguments, which the permission gate has checked.
              ...(tool.runs === 'code' ? { askForHost: createHostPrompt(tool, scope, sources, over) } : {}),
            },
            over,
          ),
        }
      : {}),
    ...(usesSearch ? { search: serveSearch(searchService, over) } : {}),
    ...(capabilities.includes('host')
      ? {
          device: device.servePort(
            tool,
            engineSide(sources, { tool: tool.name, call, session, hosts: agent.hosts }, over),
            over,
          ),
        }
      : {}),
    ...(capabilities.includes('models')
      ? { vision: serveVision(sources.describePicture, { agent: agent.id, run, session }, over) }
      : {}),
    ...(usesGit ? { git: serveGit(author, mayPush, over) } : {}),
    ...(receive ? grantCodePorts(capabilities, scope, sources, receive, over) : {}),
  };
}

/** The ports of tools that run in a code host; `receive` as of `watchOrigin`. */
function grantCodePorts(
  capabilities: ToolDefinition['capabilities'],
  { agent, session }: PortScope,
  { codeOrigins, codeSessions, egress, openWheels }: PortSources,
  receive: () => void,
  over: AbortSignal,
): Pick<ToolHostPorts, 'session' | 'wheels'> {
  const openReceiving = () => {
    receive();
    return openWheels(wheelNetwork(capabilities, agent, egress, over));
  };
  const state = codeOrigins.watchState(codeSessions, receive);
  return {
    session: serveSession(state, codeSessionOf(session, agent.id), over),
    ...(capabilities.includes('code') && { wheels: serveWheels(openReceiving, over) }),
  };
}

/** What must be called before the code session of the call is handed text from outside, or files. */
function watchOrigin(
  { agent, session, origin }: PortScope,
  origins: CodeOrigins,
): { receive(): void; receiveFiles(answer: unknown): void } {
  const codeSession = codeSessionOf(session, agent.id);
  const receive = () => {
    origins.receive(codeSession);
    origin?.receive();
  };
  origin?.begin();
  const readsNoFile = origins.begin(codeSession, origin?.isCalculation ?? false);
  if (origin?.hasReadOutside || origins.hasReceived(codeSession)) receive();
  const receiveFiles = (answer: unknown) =>
    readsNoFile && !hasModule(answer) ? origins.handOver(codeSession) : receive();
  return { receive, receiveFiles };
}

/** The network of one call, which the engine uses to fetch packages for a script. */
function wheelNetwork(
  capabilities: ToolDefinition['capabilities'],
  { hosts }: Pick<Agent, 'hosts'>,
  egress: Egress,
  over: AbortSignal,
): WheelNetwork {
  const isOff = !capabilities.includes('network');
  return {
    isOff,
    async admit(url) {
      const refusal = await egress.refusal(url, hosts);
      if (refusal) throw new ToolError(refusal.errorType, refusal.message);
    },
    async request(request) {
      if (isOff)
        throw new ToolError(
          'permission_denied',
          `No package was fetched: ${noNetwork}. Packages that are kept on this device and wheels of the workspace can be installed: packages: ["./wheels/name-1.0-py3-none-any.whl"].`,
        );
      const outcome = await egress.request(request, over, hosts);
      if (outcome.type === 'error') throw networkError(outcome);
      return outcome.response;
    },
  };
}

function engineSide(
  { prompts, ipService }: PortSources,
  caller: Parameters<typeof askForDevice>[1],
  over: AbortSignal,
): EngineSide {
  return {
    ipService: () => fallible(ipService),
    ask: (action) => fallible(() => askForDevice(action, caller, prompts, over)),
  };
}

const pushTool = {
  name: 'git_push',
  source: builtInSource,
  category: 'git',
  capabilities: ['files.write', 'git'],
} as const;

/** Whether other tools with git, such as the shell, may push. If `git_push` needs approval, they may not. */
function mayPushUnasked(agent: PortScope['agent']): boolean {
  return admits(agent, pushTool) && approvalFor(agent, pushTool.name) === 'auto';
}

function serveGit(author: PortSources['author'], mayPush: boolean, over: AbortSignal): MessagePort {
  const api: GitApi = { author: () => fallible(author), mayPush: () => mayPush };
  return servePort(api, over);
}

function serveSearch(service: SearchPort['service'], over: AbortSignal): MessagePort {
  const api: SearchApi = { service: (purpose) => fallible(() => service(purpose)) };
  return servePort(api, over);
}

function serveVision(
  describePicture: DescribePicture,
  requester: Parameters<DescribePicture>[2],
  over: AbortSignal,
): MessagePort {
  const api: VisionApi = {
    look: (picture, question) => fallible(() => describePicture(picture, question, requester, over)),
  };
  return servePort(api, over);
}

type FileWatchers = Pick<PortScope, 'run'> & {
  onFileChange: PortScope['onFileChange'] | undefined;
  receive: ((answer?: unknown) => void) | undefined;
};

function grantFiles(
  capabilities: ToolDefinition['capabilities'],
  { run, onFileChange, receive }: FileWatchers,
  { folders, fileLock, fileIndex }: PortSources,
  over: AbortSignal,
): MessagePort | undefined {
  if (capabilities.includes('files.write')) {
    const open = async () => createUndoRecorder(await folders.undo.getDirectoryHandle(run, { create: true }));
    const recorder = recordUntilOver(open, over, onFileChange);
    const files = createWorkspace(folders.workspace, fileLock, recorder);
    return serveFiles(files, fileIndex, over, recorder.close, receive);
  }
  if (!capabilities.includes('files.read')) return undefined;
  // A reader of code, such as `git_log`, is not watched call by call.
  receive?.();
  return serveReadOnlyFiles(createWorkspace(folders.workspace, fileLock), over);
}

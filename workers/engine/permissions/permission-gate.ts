/**
 * The one gate for permissions: hosts, browser permissions, guarded mode and approvals, checked before every
 * execution.
 */
import { browserAgentId, type Agent } from '#shared/agents/agent.ts';
import { approvalFor } from '#shared/agents/admitted-tools.ts';
import { refuseHost, type HostRules } from '#shared/agents/host-rules.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { AgentId, CallId, SessionId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { BrowserPermission, BrowserPermissionState } from '#shared/tools/browser-permission.ts';
import type { Danger, Destination, PromptAnswer } from '#shared/tools/permission.ts';
import { requestFacts } from '#shared/tools/request-facts.ts';
import { isBuiltIn } from '#shared/tools/external-tool.ts';
import type { ToolDefinition, ToolErrorType } from '#shared/tools/tool.ts';
import { urlParametersOf, type Contacts } from '#shared/tools/tool-exchange.ts';
import { shorten } from '#shared/shorten.ts';
import type { Egress } from '#workers/network/egress.ts';
import { codeSessionOf } from '#workers/contracts/code-session.ts';
import { createApprovals, type Approvals } from './approvals.ts';
import { explainDanger, explainRule } from './explain-refusal.ts';
import { requestedUrls } from './requested-urls.ts';
import type { Prompts } from './prompts.ts';
import type { Question } from '#workers/contracts/user-prompter.ts';

type GateRequest = {
  tool: ToolDefinition;
  arguments: JsonObject;
  call: CallId;
  session?: SessionId;
  /** The conversations above the session, the parent first. */
  ancestors?: readonly SessionId[] | undefined;
  agent: Agent;
  /** The messages of the call's conversation; absent for calls outside one. */
  conversation?: (() => readonly Message[]) | undefined;
  signal: AbortSignal;
};

export type Refusal = { errorType: ToolErrorType; message: string };

/** Where a command runs (a folder, or where the last one of a code session ended), and its environment. */
export type CommandPlace = {
  folder?: string;
  /** Absent for a fresh shell, which has no state. */
  session?: SessionId;
  env?: Readonly<Record<string, string>>;
};

export type GateDeps = {
  egress: Pick<Egress, 'check'>;
  prompts: Prompts;
  hosts: { has(host: string): boolean; allow(host: string, onlyFor?: CallId): Promise<void> };
  tools: {
    /** The definition behind a name or an alias. */
    find(name: string): ToolDefinition | undefined;
    /** The URL that calls of an external tool are sent to. */
    addressOf(name: string): string | undefined;
  };
  /** Hosts that a call contacts and no argument names, without those that the lists exclude. */
  serviceHosts(contacts: Contacts, values: JsonObject, lists?: HostRules): Promise<readonly string[]>;
  /** The damage that a command would do to the whole workspace, if any. */
  findDanger(command: string, place: CommandPlace): Promise<Danger | undefined>;
  query(permission: BrowserPermission): Promise<BrowserPermissionState>;
  /** Stores the user's "always": this agent runs this tool without asking from now on. */
  approveAlways(agent: AgentId, tool: string): Promise<void>;
};

export type PermissionGate = {
  /** Why the call must not run, or undefined. No tool host is occupied and no deadline runs meanwhile. */
  check(request: GateRequest): Promise<Refusal | undefined>;
};

/** What the user allowed so far, for as long as the tab lives. */
type Memory = {
  approvals: Approvals;
  /** Destinations of guarded mode, with the conversation they were allowed in. */
  destinations: Set<string>;
};

/** `approved`: the user has just approved this very call, so the approval check is skipped. */
type Verdict = Refusal | 'approved' | undefined;

export function createPermissionGate(deps: GateDeps): PermissionGate {
  const memory: Memory = { approvals: createApprovals(), destinations: new Set() };
  return {
    check: async (request) => {
      const checks = [
        checkRules,
        checkHosts,
        checkPermissions,
        checkOutgoing,
        checkDanger,
        checkApproval,
      ] as const;
      // A call of the browser's agent needs approval before it may cause any other question.
      const order = isFromBrowser(request) ? checks.toReversed() : checks;
      let isApproved = false;
      for (const check of [checkDenied, ...order]) {
        if (isApproved && check === checkApproval) continue;
        const verdict: Verdict = await check(request, deps, memory);
        if (verdict === 'approved') isApproved = true;
        else if (verdict) return verdict;
      }
      return undefined;
    },
  };
}

/** First, so that no answer to a prompt can make a tool run that the agent may not run. */
function checkDenied({ tool, agent }: GateRequest): Verdict {
  if (tool.isFinder || approvalFor(agent, tool.name) !== 'deny') return undefined;
  return denied(
    `The agent '${agent.name}' may not run ${tool.name}: its approval mode is 'deny'. The user can change that in the agent's settings.`,
  );
}

/** Checks the agent's host lists without a prompt. */
function checkRules({ tool, arguments: values, agent }: GateRequest, { tools }: GateDeps): Verdict {
  if (!agent.hosts) return undefined;
  const server = tools.addressOf(tool.name);
  const urls = [...requestedUrls(values, tool), ...(server ? [new URL(server)] : [])];
  for (const url of urls) {
    const reason = refuseHost(agent.hosts, url);
    if (reason) return denied(explainRule(reason, url.host, agent));
  }
  return undefined;
}

async function checkHosts(request: GateRequest, deps: GateDeps): Promise<Refusal | undefined> {
  for (const name of urlParametersOf(request.tool.contacts)) {
    const url = request.arguments[name];
    if (typeof url !== 'string') continue;
    const verdict = await deps.egress.check(url, request.tool.publicOnly);
    if (verdict.type === 'refused')
      return { errorType: verdict.errorType, message: `Parameter '${name}': ${verdict.message}` };
    if (verdict.type === 'allowed') continue;
    const { host } = verdict;
    if (isFromBrowser(request))
      return denied(`${host} is a private address, which agents of the browser do not get.`);
    const detail = describeRequest(request, url);
    const answer = await ask(request, deps, { type: 'host', host }, { detail });
    if (answer === 'cancelled') return cancelled(host);
    if (answer !== 'allowed' && answer !== 'once') {
      return denied(
        `The user did not allow ${host}, which is a private address. Ask the user before trying it again; allowed hosts are listed in Settings.`,
      );
    }
    await deps.hosts.allow(host, answer === 'once' ? request.call : undefined);
  }
  return undefined;
}

/** Queried every time, because a permission can be revoked between two calls. */
async function checkPermissions(request: GateRequest, deps: GateDeps): Promise<Refusal | undefined> {
  for (const permission of request.tool.permissions) {
    const state = await deps.query(permission);
    if (state === 'granted') continue;
    if (state === 'unsupported')
      return denied(
        `This browser has no '${permission}' permission, so ${request.tool.name} cannot work here.`,
      );
    const answer =
      state === 'denied' ? 'blocked' : await ask(request, deps, { type: 'permission', permission });
    if (answer !== 'allowed') return refusePermission(permission, answer);
  }
  return undefined;
}

function refusePermission(permission: BrowserPermission, answer: PromptAnswer): Refusal {
  if (answer === 'cancelled') return cancelled(`'${permission}'`);
  if (answer === 'blocked')
    return denied(
      `Permission '${permission}' is blocked: the browser will not ask again. The user can change it in the site settings, behind the icon left of the address bar (in the installed app: app info, Permissions).`,
    );
  if (typeof answer === 'object' && 'did' in answer && answer.did === 'failed')
    return {
      errorType: 'execution_error',
      message: `The browser could not ask for the permission '${permission}': ${answer.reason}. Nothing was done. Tell the user, and offer another way.`,
    };
  return denied(
    `The user did not grant the permission '${permission}' this time. It may be asked for again; say first why it is needed.`,
  );
}

/** Guarded mode: shows the user what a call would send before it is sent. */
async function checkOutgoing(request: GateRequest, deps: GateDeps, memory: Memory): Promise<Verdict> {
  const { agent, conversation, session, tool } = request;
  if (!agent.isGuarded || !conversation) return undefined;
  // Loaded at the first call of a guarded agent.
  const { findOutgoing } = await import('./guarded-mode/find-outgoing.ts');
  const keyOf = (to: Destination, chat = session) => `${chat ?? ''} ${agent.id} ${to.type} ${to.name}`;
  const { ancestors = [] } = request;
  const isAllowed = (to: Destination) =>
    [session, ...ancestors].some((chat) => memory.destinations.has(keyOf(to, chat)));
  const serviceHosts = await deps.serviceHosts(tool.contacts, request.arguments, agent.hosts);
  const outgoing = findOutgoing({ ...request, serviceHosts }, conversation(), isAllowed, deps.tools.find);
  if (!outgoing) return undefined;
  const { to } = outgoing;
  const answer = await ask(request, deps, { type: 'outgoing', ...outgoing, arguments: request.arguments });
  if (answer === 'session') memory.destinations.add(keyOf(to));
  if (answer === 'session' || answer === 'allowed') return 'approved';
  if (answer === 'cancelled') return cancelled(to.name);
  return denied(
    `The user did not allow this call to send anything to ${to.name}: the agent is in guarded mode, and this conversation contains text from outside. Nothing was sent. Do not try another way; say what you wanted to send and why, or go on without it.`,
  );
}

/** Prompts for commands that would empty the workspace, in every approval mode (in addition to undo). */
async function checkDanger(request: GateRequest, deps: GateDeps): Promise<Verdict> {
  const { tool, arguments: values } = request;
  const command = tool.commandParameter === undefined ? undefined : values[tool.commandParameter];
  if (typeof command !== 'string') return undefined;
  const danger = await deps.findDanger(command, placeOf(request));
  if (danger === undefined) return undefined;
  const answer = await ask(request, deps, { type: 'danger', arguments: values, danger });
  if (answer === 'allowed') return 'approved';
  if (answer === 'cancelled') return cancelled(tool.name);
  return denied(
    `The user did not allow this command: ${explainDanger(danger)}. Nothing was run. Do not try another way; name only the files that should go, or ask the user.`,
  );
}

/** A fresh shell starts in the workspace root. */
function placeOf({ arguments: values, session, agent }: GateRequest): CommandPlace {
  const { working_dir: folder, env, fresh } = values;
  return {
    ...(fresh === true ? { folder: '.' } : { session: codeSessionOf(session, agent.id) }),
    ...(typeof folder === 'string' && { folder }),
    // The tool's schema has checked that the values are texts.
    ...(typeof env === 'object' && { env: env as Record<string, string> }),
  };
}

async function checkApproval(request: GateRequest, deps: GateDeps, memory: Memory): Promise<Verdict> {
  const { tool, agent } = request;
  const mode = approvalFor(agent, tool.name);
  // A tool that prompts the user itself needs no approval, except when an agent of the browser calls it; one that only
  // finds tools never does.
  const isOutside = isFromBrowser(request);
  if (mode === 'auto' || tool.isFinder || (tool.waitsForUser && !isOutside)) return undefined;
  const subject = { type: 'approval', arguments: request.arguments } as const;
  if (isOutside) return refusalOf(await ask(request, deps, { ...subject, isFromBrowser: true }), tool.name);
  const { session, ancestors = [] } = request;
  const settled = memory.approvals.begin(tool, agent.id, session ? [session, ...ancestors] : []);
  if (settled()) return undefined;
  const answer = await ask(request, deps, subject, { settled });
  // Else the answer to another call covered this one.
  if (settled() === undefined) {
    memory.approvals.note(answer, tool, agent.id, session);
    if (answer === 'always') await deps.approveAlways(agent.id, tool.name);
  }
  return refusalOf(answer, tool.name);
}

function refusalOf(answer: PromptAnswer, tool: string): Refusal | undefined {
  if (answer === 'allowed' || answer === 'session' || answer === 'always') return undefined;
  if (answer === 'cancelled') return cancelled(tool);
  return denied(
    `The user did not approve this call of ${tool}. Ask what they want instead before trying again.`,
  );
}

function isFromBrowser({ agent }: GateRequest): boolean {
  return agent.id === browserAgentId;
}

function ask(
  { tool, arguments: values, call, session, signal }: GateRequest,
  { prompts }: GateDeps,
  subject: Question['subject'],
  more: Pick<Question, 'detail' | 'settled'> = {},
): Promise<PromptAnswer> {
  const request = isBuiltIn(tool) && requestFacts(tool.name, values);
  return prompts.ask({
    subject,
    tool: tool.name,
    call,
    signal,
    ...(session && { session }),
    ...{ ...more, ...(request && { request }) },
  });
}

/** Such as 'POST http://localhost:9/x'. */
function describeRequest({ arguments: values }: GateRequest, url: string): string {
  const method = typeof values.method === 'string' ? values.method : 'GET';
  return `${method} ${shorten(url, 200)}`;
}

function denied(message: string): Refusal {
  return { errorType: 'permission_denied', message };
}

function cancelled(what: string): Refusal {
  return {
    errorType: 'cancelled',
    message: `The call was stopped while the user was asked about ${what}; nothing was done.`,
  };
}

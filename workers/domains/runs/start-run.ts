/** The start of a run: what the user said becomes a message, the session exists, and the loop is led from there. */
import { readAttachedText } from '#shared/conversation/attached-text.ts';
import { imageTypes, type MediaBlock } from '#shared/conversation/content.ts';
import { newId, type MessageId, type RunId, type SessionId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { Attachment, RunReport, SendInput } from '#shared/rpc/protocol.ts';
import type { RunEvent } from '#shared/runs/run-event.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { KeptInput } from './waiting-sends.ts';
import { shownBranch, type ShownBranch } from './branches.ts';
import { leadRun, type ActiveRun, type LeadPorts } from './run-lifecycle.ts';
import { planRun, type PlanPorts, type RunPlan } from './run-plan.ts';
import { reportRun, titleFrom } from './run-report.ts';

export type StartPorts = LeadPorts &
  PlanPorts & { sessions: Pick<SessionStore, 'get' | 'save' | 'messages' | 'commitRun' | 'remove'> };

type Start = { input: KeptInput; run: RunId };

/** Contract: called with the lock of the session's runs held, and with no open run. `onBegun`: the message is safe. */
export async function startRun(
  { input, run }: Start,
  current: ActiveRun,
  ports: StartPorts,
  onBegun?: () => void,
): Promise<RunReport> {
  const known = await ports.sessions.get(input.session);
  const planned = await planRun(input, known, ports);
  if (!planned.ok) return failedReport(input.session, run, planned.error);
  const { plan } = planned;
  const branch = await branchOf(input.session, ports.sessions, input.base);
  const base = input.base === undefined ? (branch.messages.at(-1)?.id ?? null) : input.base;
  const before = branch.messages.find(({ id }) => id === base);
  if (base && !before) {
    const detail = `There is no message '${base}' in this chat to go on from.`;
    return failedReport(input.session, run, { type: 'bad_request', detail });
  }
  // An answer that is written anew has its question already.
  const isAnew = input.text === '' && input.media.length === 0;
  const message = isAnew ? undefined : userMessage({ input, run }, base, (before?.order ?? 0) + 1);
  const session = await openSession(input, known, plan, ports);
  const at = Date.now();
  const first: RunEvent = {
    type: 'run-start',
    ...(message ? { message } : {}),
    base,
    plan: plan.planned,
    at,
  };
  const view = { id: input.session, ...branch };
  const words = { areSafe: false };
  const begun = () => {
    words.areSafe = true;
    onBegun?.();
  };
  try {
    const lead = { session, run, startedAt: at, view, seq: 0, first: [first], plan, onBegun: begun };
    return await leadRun(lead, current, ports);
  } finally {
    if (!known && !words.areSafe) await takeBack(input.session, ports);
  }
}

/** The branch that is shown, or the one that runs through `through`. */
export async function branchOf(
  session: SessionId,
  sessions: Pick<SessionStore, 'get' | 'messages'>,
  through?: MessageId | null,
): Promise<ShownBranch> {
  const [stored, all] = await Promise.all([sessions.get(session), sessions.messages(session)]);
  const shown = shownBranch(all, stored?.head ?? null);
  const isShown = !through || shown.messages.some(({ id }) => id === through);
  return isShown ? shown : shownBranch(all, through);
}

/** The session exists from the first message on, so that it is in the list while it runs. */
async function openSession(
  input: KeptInput,
  known: SessionInfo | undefined,
  plan: RunPlan,
  ports: StartPorts,
): Promise<SessionInfo> {
  const session: SessionInfo = known
    ? { ...known, agent: plan.agent.id, updated: Date.now() }
    : {
        id: input.session,
        title: titleFrom(input.text || (input.media[0]?.name ?? '')),
        agent: plan.agent.id,
        provider: plan.provider.id,
        head: null,
        updated: Date.now(),
      };
  await ports.sessions.save(session);
  ports.bus.post({ type: 'changed', kind: 'sessions', ids: [session.id] });
  return session;
}

/** A chat whose first words could not be kept has nothing in it. */
async function takeBack(session: SessionId, { sessions, bus }: StartPorts): Promise<void> {
  if ((await sessions.messages(session)).length > 0) return;
  await sessions.remove(session);
  bus.post({ type: 'changed', kind: 'sessions', ids: [session] });
}

function userMessage({ input, run }: Start, parent: MessageId | null, order: number): Message {
  return {
    id: newId('message'),
    session: input.session,
    parent,
    order,
    run,
    role: 'user',
    parts: [...input.media, ...(input.text ? [{ type: 'text' as const, text: input.text }] : [])],
    at: Date.now(),
  };
}

/** The bytes of attachments go to private storage before anything else: what waits or is journaled only names them. */
export async function keepInput(
  { attachments = [], media = [], ...input }: SendInput,
  blobs: Pick<BlobStore, 'keep'>,
): Promise<KeptInput> {
  const keep = async ({ blob, name }: Attachment): Promise<MediaBlock> => {
    const media_type = blob.type || 'application/octet-stream';
    const isImage = imageTypes.includes(media_type);
    const text = isImage ? undefined : await readAttachedText(blob);
    return {
      type: isImage ? 'image' : 'file',
      media_type,
      blob: await blobs.keep(input.session, new Uint8Array(await blob.arrayBuffer())),
      bytes: blob.size,
      ...(name ? { name } : {}),
      ...(text === undefined ? {} : { text }),
    };
  };
  return { ...input, media: [...media, ...(await Promise.all(attachments.map(keep)))] };
}

/** For a run that never began. */
export function failedReport(session: SessionId, run: RunId, error: ModelError): RunReport {
  return reportRun(session, run, { type: 'failed', error }, []);
}

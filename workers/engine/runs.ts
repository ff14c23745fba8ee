/** Runs: one per session across all tabs, begun by what the user says, taken over when their tab dies. */
import { imageTypes, type MediaBlock } from '../../src/shared/content.ts';
import { newId, type RunId, type SessionId } from '../../src/shared/ids.ts';
import type { Message } from '../../src/shared/message.ts';
import type { ModelError } from '../../src/shared/provider.ts';
import type { Attachment, ResumeChoice, RunReport, SendInput } from '../../src/shared/protocol.ts';
import type { SessionInfo, SessionView } from '../../src/shared/session.ts';
import type { BlobStore } from '../storage/blobs.ts';
import type { SessionStore } from '../storage/sessions.ts';
import { shownBranch, type ShownBranch } from './branches.ts';
import { explainStorageError, leadRun, type ActiveRun } from './lead-run.ts';
import { findLeftRuns, resumeRun, type ResumePorts, type ResumeWish } from './resume-runs.ts';
import { planRun, type RunPlan } from './run-plan.ts';
import { titleFrom } from './run-report.ts';

export type RunPorts = ResumePorts & { blobs: BlobStore; sessions: SessionStore };

export type Runs = {
  /** Resolves at the end of the run; never throws for an expected reason. */
  send(input: SendInput): Promise<RunReport>;
  /** Answers the last user message of the shown branch anew. */
  regenerate(session: SessionId): Promise<RunReport>;
  /** Goes on with a run that was left behind; without a choice it may wait for one. */
  resume(session: SessionId, calls?: ResumeChoice): Promise<RunReport>;
  /** Ends the run; true where it is this tab's. */
  stop(session: SessionId): boolean;
  /** Ends a run that waits for an answer; nothing where there is none. */
  settle(session: SessionId): Promise<void>;
  /** Goes on with every run whose tab has died. */
  adopt(): Promise<void>;
  /** The live view of a session that runs in this tab. */
  view(session: SessionId): SessionView | undefined;
};

/** Held while a run of the session goes on, in whatever tab. */
export function lockOf(session: SessionId): string {
  return `oneclaw-run-${session}`;
}

export function createRuns(ports: RunPorts): Runs {
  const active = new Map<SessionId, ActiveRun>();

  /** One run per session: whoever has the lock may begin or take over one. */
  async function alone<T>(
    session: SessionId,
    lead: (current: ActiveRun) => Promise<T>,
    onBusy: () => T,
  ): Promise<T> {
    return navigator.locks.request(lockOf(session), { ifAvailable: true }, async (lock) => {
      if (!lock) return onBusy();
      const current: ActiveRun = { stop: new AbortController() };
      active.set(session, current);
      try {
        return await lead(current);
      } finally {
        active.delete(session);
      }
    });
  }

  async function takeOver(session: SessionId, wish: ResumeWish): Promise<RunReport | undefined> {
    return alone(
      session,
      async (current) => {
        const run = (await findLeftRuns(ports.journals)).get(session);
        return run && resumeRun(run, wish, current, ports);
      },
      () => undefined,
    );
  }

  return {
    view: (session) => active.get(session)?.stream?.view(),
    stop(session) {
      const run = active.get(session);
      run?.stop.abort();
      return run !== undefined;
    },
    send: (input) => begin(input, alone, ports),
    async regenerate(session) {
      const { messages } = await branchOf(session, ports);
      const asked = messages.findLast(({ role }) => role === 'user');
      if (!asked) return failedReport(session, newId('run'), { type: 'no_message' });
      return begin({ session, text: '', base: asked.id }, alone, ports);
    },
    async resume(session, calls) {
      const report = await takeOver(session, calls ? { calls } : {});
      return report ?? failedReport(session, newId('run'), { type: 'nothing_to_resume' });
    },
    async settle(session) {
      await takeOver(session, { end: { type: 'stopped' } });
    },
    async adopt() {
      for (const session of (await findLeftRuns(ports.journals)).keys())
        // Each in its own time: a run may take hours, and the next must not wait for it.
        takeOver(session, {}).catch((error: unknown) =>
          console.error(`A run of ${session} could not be taken over.`, error),
        );
    },
  };
}

type Alone = <T>(session: SessionId, lead: (current: ActiveRun) => Promise<T>, onBusy: () => T) => Promise<T>;

/** A run of its own; what an earlier one left open is settled first, because the user has gone on. */
async function begin(input: SendInput, alone: Alone, ports: RunPorts): Promise<RunReport> {
  const run = newId('run');
  const fail = (error: ModelError) => failedReport(input.session, run, error);
  return alone(
    input.session,
    async (current) => {
      try {
        const left = (await findLeftRuns(ports.journals)).get(input.session);
        if (left)
          await resumeRun(left, { end: { type: 'interrupted' } }, { stop: new AbortController() }, ports);
        const session = await ports.sessions.get(input.session);
        const plan = await planRun(input, session, ports);
        if (!plan) return fail({ type: 'no_provider' });
        return await startRun({ input, run, plan, session }, current, ports);
      } catch (error) {
        // Nothing was started, or it could not be saved; the page still has the text.
        return fail(explainStorageError(error));
      }
    },
    () => fail({ type: 'busy' }),
  );
}

type Start = { input: SendInput; run: RunId; plan: RunPlan; session: SessionInfo | undefined };

async function startRun(start: Start, current: ActiveRun, ports: RunPorts): Promise<RunReport> {
  const { input, run, plan } = start;
  const branch = await branchOf(input.session, ports, input.base);
  const base = input.base === undefined ? (branch.messages.at(-1)?.id ?? null) : input.base;
  // An answer that is written anew has its question already.
  const isAnew = input.text === '' && !input.attachments?.length;
  const message = isAnew ? undefined : await userMessage(start, base, branch, ports.blobs);
  const session = await openSession(start, ports);
  const startedAt = Date.now();
  const first = [
    {
      type: 'run-start' as const,
      ...(message ? { message } : {}),
      base,
      plan: plan.planned,
      at: startedAt,
    },
  ];
  const view: SessionView = { id: input.session, ...branch };
  return leadRun({ session, run, startedAt, view, seq: 0, first, plan }, current, ports);
}

/** The branch that is shown, or the one that runs through `through`. */
async function branchOf(
  session: SessionId,
  { sessions }: Pick<RunPorts, 'sessions'>,
  through?: Message['id'] | null,
): Promise<ShownBranch> {
  const [stored, all] = await Promise.all([sessions.get(session), sessions.messages(session)]);
  const shown = shownBranch(all, stored?.head ?? null);
  const isShown = !through || shown.messages.some(({ id }) => id === through);
  return isShown ? shown : shownBranch(all, through);
}

/** The session exists from the first message on, so that it is in the list while it runs. */
async function openSession({ input, plan, session: known }: Start, ports: RunPorts): Promise<SessionInfo> {
  const session: SessionInfo = known
    ? { ...known, agent: plan.agent.id, updated: Date.now() }
    : {
        id: input.session,
        title: titleFrom(input.text),
        agent: plan.agent.id,
        provider: plan.provider.id,
        head: null,
        updated: Date.now(),
      };
  await ports.sessions.save(session);
  ports.bus.post({ type: 'changed', kind: 'sessions', ids: [session.id] });
  return session;
}

async function userMessage(
  { input, run }: Start,
  base: Message['id'] | null,
  { messages }: ShownBranch,
  blobs: BlobStore,
): Promise<Message> {
  const before = messages.find(({ id }) => id === base);
  const media = await Promise.all(
    (input.attachments ?? []).map((attachment) => keepAttachment(attachment, input.session, blobs)),
  );
  return {
    id: newId('message'),
    session: input.session,
    parent: base,
    order: (before?.order ?? 0) + 1,
    run,
    role: 'user',
    parts: [...media, ...(input.text ? [{ type: 'text' as const, text: input.text }] : [])],
    at: Date.now(),
  };
}

async function keepAttachment(
  { blob, name }: Attachment,
  session: SessionId,
  blobs: BlobStore,
): Promise<MediaBlock> {
  const media_type = blob.type || 'application/octet-stream';
  return {
    type: imageTypes.includes(media_type) ? 'image' : 'file',
    media_type,
    blob: await blobs.keep(session, new Uint8Array(await blob.arrayBuffer())),
    bytes: blob.size,
    ...(name ? { name } : {}),
  };
}

function failedReport(session: SessionId, run: RunId, error: ModelError): RunReport {
  return { session, run, outcome: { type: 'failed', error }, text: '', calls: [] };
}

/** The calls of one step in one card, one line each. */
import { useSignal } from '@preact/signals';
import { useId, useMemo } from 'preact/hooks';
import type { RunId, SessionId } from '#shared/ids.ts';
import type { CallPart, CallWithResult } from '#shared/conversation/message.ts';
import { resultMedia, type ToolResult } from '#shared/tools/tool.ts';
import { callDetail, type CallDetail } from '#src/state/chat/call-detail.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { isExternalName } from '#shared/tools/external-tool.ts';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { formatDuration, formatSeconds } from '#src/ui/kit/format-duration.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { useToolTitles } from '#src/ui/kit/tools/use-tool-titles.ts';
import { useNow } from '#src/ui/kit/use-now.ts';
import { CallDetails } from './call-details.tsx';
import { LiveOutput } from './live-output.tsx';
import { CallPlace } from './call-place.tsx';
import { OpenLinks } from './open-links.tsx';
import { summarizeCall } from './call-summary.ts';
import { Media } from './media.tsx';
import { exitCodeOf, hasFailed } from './shell-result.ts';
import { QuestionCard } from '#src/ui/requests/questions/question-card.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './calls.module.css';

const ScheduledOffers = createLazyView(
  async () => (await import('./offers/scheduled-offers.tsx')).ScheduledOffers,
  ['calls'],
);
const DeviceOffer = createLazyView(
  async () => (await import('./offers/device-offer.tsx')).DeviceOffer,
  ['taps'],
);
const NextStep = createLazyView(async () => (await import('./next-step.tsx')).NextStep, ['calls']);
const MemoryQuestion = createLazyView(
  async () => (await import('#src/ui/requests/memory-change.tsx')).MemoryQuestion,
  ['calls', 'requests'],
);
const ServerAsks = createLazyView(
  async () => (await import('#src/ui/requests/server-requests/server-asks.tsx')).ServerAsks,
  ['common', 'offers', 'errors', 'requests'],
);

/** `session` is absent for calls outside a conversation. */
type CallsCardProps = {
  calls: readonly CallWithResult[];
  session?: SessionId;
  /** The run whose file changes are shown with the calls that made them. */
  run?: RunId;
  /** Whether the details are shown before the first tap. */
  isOpen?: boolean;
};

export function CallsCard({ calls, session, run, isOpen = false }: CallsCardProps) {
  return (
    <div class={styles.calls}>
      {calls.map(({ call, result }) => (
        <Call key={call.id} {...{ call, result, session, run }} isOpenAtFirst={isOpen} />
      ))}
    </div>
  );
}

type CallProps = CallWithResult & {
  session: SessionId | undefined;
  run: RunId | undefined;
  isOpenAtFirst: boolean;
};

function Call({ call: known, result, session, run, isOpenAtFirst }: CallProps) {
  const { chat } = useApp();
  // The tab that ran it was closed: nothing runs until the user decides.
  const isWaiting = session !== undefined && chat.waiting.value?.includes(known.id) === true;
  const call = isWaiting ? withoutStart(known) : known;
  const isAsking = call.name === 'question';
  const [isOpen, toggle] = useOpen(isOpenAtFirst);
  const details = useId();
  // Memoized, because it measures the body of a request.
  const summary = useMemo(() => summarizeCall({ call, result }), [known, result, isWaiting]);
  return (
    <div class={styles.call} role="group" aria-label={call.name} data-status={call.status}>
      <div class={styles.callHead}>
        <button
          type="button"
          class={styles.callLine}
          aria-expanded={isOpen}
          aria-controls={details}
          onClick={toggle}
        >
          <StatusDot status={signOf(call, result)} />
          <CallName name={call.name} summary={summary} />
          {/* No clock for a question: the user is the one who takes the time. */}
          {!isAsking && (
            <span class={styles.callEnd}>
              {result && <ExitCode result={result.result} />}
              <CallTime call={call} result={result} />
            </span>
          )}
        </button>
        <StopCall call={call} session={session} />
      </div>
      {call.status === 'running' && <WhileRunning call={call} session={session} />}
      {isAsking && <QuestionCard {...{ call, result, session }} />}
      {result && <BelowResult call={call} result={result.result} />}
      <div id={details}>{isOpen && <CallDetails {...{ call, result, run }} />}</div>
    </div>
  );
}

/**
 * Also for a call that waits for an earlier call, a free slot or the user. An open question is dismissed on
 * its own card.
 */
function StopCall({ call, session }: { call: CallPart; session: SessionId | undefined }) {
  const { chat, tools } = useApp();
  const canStop =
    call.status === 'running'
      ? call.name !== 'question'
      : // While the run waits for the user's decision, there is nothing to stop.
        call.status === 'pending' && session !== undefined && chat.busy.value;
  if (!canStop) return null;
  return (
    <QuietButton
      icon="stop"
      label={t('call.stop', { name: call.name })}
      onClick={() => tools.cancel(call.id, session)}
    />
  );
}

/** Tools whose result may require an action of the user. */
const toolsWithNextStep = /^(?:memory_(?:store|learn)|git_\w+|execute_shell_command)$/;

const offeringTools = /^(?:share|open_file|create_calendar_event)$/;
const schedulingTools = /^(?:set_alarm|schedule_task|update_task)$/;

/** The actions that a result offers, and its images. */
function BelowResult({ call, result }: { call: CallPart; result: ToolResult }) {
  const { name: tool, arguments: values } = call;
  return (
    <>
      <CallPlace tool={tool} result={result} />
      {schedulingTools.test(tool) && <ScheduledOffers result={result} />}
      {offeringTools.test(tool) && <DeviceOffer {...{ tool, values, result }} />}
      {toolsWithNextStep.test(tool) && <NextStep tool={tool} result={result} />}
      <OpenLinks result={result} />
      <CallMedia result={result} />
    </>
  );
}

/** What the call asks the user, and the output of a running command. */
function WhileRunning({ call, session }: { call: CallPart; session: SessionId | undefined }) {
  return (
    <>
      {session && isExternalName(call.name) && <ServerAsks call={call.id} session={session} />}
      {session && call.name.startsWith('memory_') && <MemoryQuestion call={call.id} session={session} />}
      {call.output !== undefined && <LiveOutput text={call.output} />}
    </>
  );
}

/** The tool's display name; beside it, or below where the card is narrow, its name and what the call is about. */
function CallName({ name, summary }: { name: string; summary: string }) {
  const title = useToolTitles()(name);
  const about = (
    <span class={classNames(styles.callSummary, 'own-language')} dir="auto">
      {summary}
    </span>
  );
  return (
    <>
      <span
        class={classNames(title === name ? styles.callName : styles.callTitle, 'own-language')}
        dir="auto"
      >
        {title}
      </span>
      <span class={styles.callAbout}>
        {title !== name && <code class={styles.callName}>{name}</code>}
        {about}
      </span>
    </>
  );
}

/** Open or closed by the setting for all cards; a tap here overrides it until that setting changes. */
function useOpen(isOpenAtFirst: boolean): [isOpen: boolean, toggle: () => void] {
  const tapped = useSignal<{ under: CallDetail; isOpen: boolean } | null>(null);
  const detail = callDetail.value;
  const isOpen =
    tapped.value?.under === detail ? tapped.value.isOpen : isOpenAtFirst || detail === 'detailed';
  return [isOpen, () => (tapped.value = { under: detail, isOpen: !isOpen })];
}

function withoutStart({ startedAt: _, ...call }: CallPart): CallPart {
  return { ...call, status: 'pending' };
}

function CallMedia({ result }: { result: ToolResult }) {
  const media = resultMedia(result);
  if (media.length === 0) return null;
  return (
    <div class={styles.callMedia}>
      {media.map((block) => (
        <Media key={block.blob} block={block} />
      ))}
    </div>
  );
}

/** An exit code other than 0: the tool succeeded, but perhaps not what the user wanted. */
function ExitCode({ result }: { result: ToolResult }) {
  const code = exitCodeOf(result) ?? 0;
  return code === 0 ? null : <span class={styles.exitCode}>{t('call.exit-code', { code })}</span>;
}

function signOf({ status }: CallPart, result: CallWithResult['result']): CallPart['status'] {
  return result && hasFailed(result) ? 'error' : status;
}

function StatusDot({ status }: { status: CallWithResult['call']['status'] }) {
  const label = status === 'error' ? t('call.failed') : t(`call.${status}`);
  return (
    <span class="dot" data-status={status} role="img" aria-label={label}>
      {status === 'success' && <Icon name="check" />}
      {status === 'error' && <Icon name="close" />}
    </span>
  );
}

function CallTime({ call, result }: CallWithResult) {
  const isRunning = call.status === 'running';
  const now = useNow(isRunning);
  // A call that never started took no time; "0 ms" would say that it ran.
  if (call.startedAt === undefined) return null;
  if (result) return <span class={styles.callTime}>{formatDuration(result.duration_ms)}</span>;
  if (!isRunning) return null;
  return <span class={styles.callTime}>{formatSeconds(Math.max(0, now - call.startedAt))}</span>;
}

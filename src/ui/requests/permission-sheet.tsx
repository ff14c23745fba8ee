/** The sheet with a prompt of the engine; its buttons are armed late, so that a stray tap answers nothing. */
import '#src/ui/styles/details.css';
import '#src/ui/styles/more-icons.css';
import { Fragment } from 'preact';
import { useRef } from 'preact/hooks';
import { escapeInvisible, escapeInvisibleLines } from '#shared/invisible.ts';
import { isExternalName } from '#shared/tools/external-tool.ts';
import type { TextKey } from '#shared/text/index.ts';
import type { Prompt, PromptSubject } from '#shared/tools/permission.ts';
import type { RequestFacts } from '#shared/tools/request-facts.ts';
import { promptMeaning, promptTitle } from '#src/state/text/prompt-text.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { useToolTitles } from '#src/ui/kit/tools/use-tool-titles.ts';
import { splitArguments } from '#src/ui/kit/tools/split-arguments.ts';
import { AnswerButton } from './answer-button.tsx';
import { useArmed, useSafeAnswerFocus, useSheetSpace } from './sheet-behaviour.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './permission-sheet.module.css';

/** For calls outside a conversation. */
const SheetQuestion = createLazyView(
  async () => (await import('./questions/sheet-question.tsx')).SheetQuestion,
  ['calls'],
);

const SheetElicitation = createLazyView(
  async () => (await import('./server-requests/sheet-elicitation.tsx')).SheetElicitation,
  ['common', 'offers', 'errors', 'requests'],
);

const GitToken = createLazyView(
  async () => (await import('./git-token-form.tsx')).GitTokenForm,
  ['common', 'requests', 'settings'],
);

const OutgoingRequest = createLazyView(
  async () => (await import('./outgoing-request.tsx')).OutgoingRequest,
  ['calls'],
);

const MemoryChangeView = createLazyView(
  async () => (await import('./memory-change.tsx')).MemoryChangeView,
  ['calls', 'requests'],
);

const DeviceTitle = createLazyView(
  async () => (await import('./device/device-request.tsx')).DeviceTitle,
  ['requests', 'taps'],
);

const DeviceRequest = createLazyView(
  async () => (await import('./device/device-request.tsx')).DeviceRequest,
  ['requests', 'taps'],
);

export function PermissionSheet() {
  const { prompts } = useApp();
  const [first, ...others] = prompts.sheet.value;
  if (!first) return null;
  return <Question key={first.id} prompt={first} others={others.length} />;
}

function Question({ prompt, others }: { prompt: Prompt; others: number }) {
  const { viewport } = useApp();
  const titleOf = useToolTitles();
  // A title from a tool server could be mistaken for the app's own words.
  const toolTitle = isExternalName(prompt.tool) ? prompt.tool : titleOf(prompt.tool);
  const sheet = useRef<HTMLDivElement>(null);
  useSheetSpace(sheet);
  useSafeAnswerFocus(sheet, viewport.isTouch.value);
  return (
    <div
      ref={sheet}
      class={classNames('sheet', styles.permissionSheet)}
      role="alertdialog"
      aria-labelledby="permission-title"
      aria-describedby="permission-asker permission-meaning"
    >
      <div class="sheet-body">
        <h2 id="permission-title">
          <Icon name="shield" />
          {prompt.subject.type === 'device' ? (
            <DeviceTitle action={prompt.subject.action} />
          ) : (
            promptTitle(prompt, toolTitle)
          )}
        </h2>
        <Asker prompt={prompt} />
        <Meaning prompt={prompt} />
        {prompt.request && <Request request={prompt.request} detail={prompt.detail} />}
        <WhatIsAsked prompt={prompt} />
        <AnswerForm prompt={prompt} others={others} />
      </div>
    </div>
  );
}

function Meaning({ prompt }: { prompt: Prompt }) {
  const { subject } = prompt;
  if (subject.type === 'outgoing') return <OutgoingRequest source={subject.source} />;
  if (subject.type === 'memory') return <MemoryChangeView change={subject} meaningId="permission-meaning" />;
  const meaning = promptMeaning(prompt);
  return meaning === '' ? null : <p id="permission-meaning">{meaning}</p>;
}

function AnswerForm({ prompt, others }: { prompt: Prompt; others: number }) {
  switch (prompt.subject.type) {
    case 'question':
      return <SheetQuestion />;
    case 'elicitation':
      return <SheetElicitation key={prompt.id} />;
    case 'git-token':
      return <GitToken key={prompt.id} prompt={prompt} host={prompt.subject.host} />;
    case 'device':
      return <DeviceRequest key={prompt.id} prompt={prompt} action={prompt.subject.action} />;
    default:
      return <Answers prompt={prompt} others={others} />;
  }
}

/** The tool that asks, and its chat if another one is on the screen. */
function Asker({ prompt }: { prompt: Prompt }) {
  const { chat, router, sessions } = useApp();
  const isHere = router.route.value.view === 'chat' && chat.session.value === prompt.session;
  const asking = sessions.list.value.find(({ id }) => id === prompt.session);
  const title = asking && !isHere ? asking.title || t('sessions.untitled') : null;
  return (
    <p id="permission-asker" class={styles.asker}>
      <span>
        {t('prompt.tool')} <code>{prompt.tool}</code>
      </span>
      {title && <span>{t('prompt.chat', { title })}</span>}
    </p>
  );
}

type RequestProps = { request: RequestFacts; detail: string | undefined };

/** Method, host, size and headers of the request. */
function Request({ request: { method, host, bytes, headers = [] }, detail }: RequestProps) {
  return (
    <>
      <p class={styles.request}>
        <code>{escapeInvisible(detail ?? `${method} ${host}`)}</code>
        {bytes > 0 && <span class="numbers">{formatBytes(bytes)}</span>}
      </p>
      {headers.length > 0 && (
        <pre class="verbatim" aria-label={t('prompt.headers')}>
          {headers.map(([name, value]) => escapeInvisible(`${name}: ${value}`)).join('\n')}
        </pre>
      )}
    </>
  );
}

function WhatIsAsked({ prompt: { subject, detail, request } }: { prompt: Prompt }) {
  const { texts, rest } = splitArguments('arguments' in subject ? subject.arguments : {});
  const hasRest = Object.keys(rest).length > 0 || ('arguments' in subject && texts.length === 0);
  // Invisible characters are escaped, because they could make one value look like another.
  return (
    <>
      {detail && !request && <pre class="verbatim">{escapeInvisibleLines(detail)}</pre>}
      {texts.map(([name, text]) => (
        <Fragment key={name}>
          <code class="hint">{escapeInvisible(name)}</code>
          <pre class="verbatim">{escapeInvisibleLines(text)}</pre>
        </Fragment>
      ))}
      {hasRest && <pre class="verbatim">{escapeInvisibleLines(JSON.stringify(rest, null, 2))}</pre>}
    </>
  );
}

function Answers({ prompt, others }: { prompt: Prompt; others: number }) {
  const isArmed = useArmed();
  const { subject } = prompt;
  const isApproval = subject.type === 'approval';
  const isOutgoing = subject.type === 'outgoing';
  const lasts = isApproval && !subject.isFromBrowser;
  return (
    <div class="sheet-actions">
      {others > 0 && <span class="hint">{t('prompt.more', { count: others })}</span>}
      <AnswerButton prompt={prompt} answer="denied" label={t('prompt.deny')} isArmed={isArmed} />
      {lasts && <AnswerButton prompt={prompt} answer="always" label={t('prompt.always')} isArmed={isArmed} />}
      {(lasts || isOutgoing) && (
        <AnswerButton prompt={prompt} answer="session" label={t('prompt.session')} isArmed={isArmed} />
      )}
      {subject.type === 'host' && (
        <AnswerButton prompt={prompt} answer="once" label={t('prompt.this-time')} isArmed={isArmed} />
      )}
      <AnswerButton prompt={prompt} answer="allowed" label={t(allowLabel(subject))} isArmed={isArmed} />
    </div>
  );
}

function allowLabel(subject: PromptSubject): TextKey {
  if (subject.type === 'memory') return `prompt.memory-${subject.act}`;
  return 'arguments' in subject ? 'prompt.once' : 'prompt.allow';
}

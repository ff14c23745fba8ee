/** The details of a call: its arguments and its result. */
import type { CallWithResult } from '#shared/conversation/message.ts';
import type { ComponentChildren } from 'preact';
import type { ContentBlock } from '#shared/conversation/content.ts';
import type { RunId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ResultMetadata, ToolResult } from '#shared/tools/tool.ts';
import { callDetail, chooseCallDetail } from '#src/state/chat/call-detail.ts';
import { t } from '#src/state/text/text.ts';
import { isExternalName } from '#shared/tools/external-tool.ts';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { DiffText } from '#src/ui/kit/diff-text.tsx';
import { splitArguments } from '#src/ui/kit/tools/split-arguments.ts';
import { AnsiText } from './ansi-text.tsx';
import { isOpened } from './open-links.tsx';
import { readScriptResult, readShellResult } from './shell-result.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './calls.module.css';
import { showProgress } from './show-progress.ts';

const FromServer = createLazyView(async () => (await import('./from-server.tsx')).FromServer, ['calls']);

const CallChanges = createLazyView(
  async () => (await import('./changes/call-changes.tsx')).CallChanges,
  ['calls'],
);

const CommitChanges = createLazyView(
  async () => (await import('./changes/commit-changes.tsx')).CommitChanges,
  ['calls'],
);

const StatText = createLazyView(async () => (await import('./stat-text.tsx')).StatText, []);

/** `run`: absent outside of conversations. */
export function CallDetails({ call, result, run }: CallWithResult & { run?: RunId | undefined }) {
  const { changed_files: _, ...rest } = result?.result.metadata ?? {};
  const facts = Object.fromEntries(Object.entries(rest).filter(([name]) => !isOpened(name)));
  return (
    <div class={styles.callDetails}>
      <CallArguments values={call.arguments} />
      {result && isExternalName(call.name) && <FromServer tool={call.name} />}
      {result ? (
        <CallSection
          title={
            result.result.status === 'error'
              ? `${t('call.error')} · ${result.result.error_type}`
              : t('call.result')
          }
          copyLabel={t('call.copy-result')}
          text={formatResult(result.result)}
          none={t('call.empty-result')}
          {...(readers[call.name] && {
            shown: <PrintedText result={result.result} read={readers[call.name] ?? readScriptResult} />,
          })}
        />
      ) : (
        <p class="hint">
          {call.isQueued ? t('call.queued') : showProgress(call.progress ?? '') || t('call.no-result')}
        </p>
      )}
      <FileChanges {...{ call, result, run }} />
      {Object.keys(facts).length > 0 && <Metadata entries={facts} />}
      <DetailSwitch />
    </div>
  );
}

/** The changes of the working tree, and those of a commit. */
function FileChanges({ call, result, run }: CallWithResult & { run: RunId | undefined }) {
  const { changed_files: changed, commit } = result?.result.metadata ?? {};
  const { path = '.' } = call.arguments;
  return (
    <>
      {call.name === 'git_commit' && commit !== undefined && typeof path === 'string' && (
        <CommitChanges folder={path} commit={commit} />
      )}
      {run && changed && <CallChanges run={run} paths={changed.split('\n')} />}
    </>
  );
}

function CallArguments({ values }: { values: JsonObject }) {
  const { texts, rest } = splitArguments(values);
  const hasRest = Object.keys(rest).length > 0;
  return (
    <>
      {texts.map(([name, text]) => (
        <CallSection
          key={name}
          title={titleOf(name)}
          copyLabel={t('call.copy-arguments')}
          text={text}
          none=""
        />
      ))}
      {(hasRest || texts.length === 0) && (
        <CallSection
          title={t('call.arguments')}
          copyLabel={t('call.copy-arguments')}
          text={hasRest ? JSON.stringify(rest, null, 2) : ''}
          none={t('call.no-arguments')}
        />
      )}
    </>
  );
}

function titleOf(argument: string): string {
  if (argument === 'command') return t('call.command');
  return argument === 'code' ? t('call.code') : argument;
}

type Reader = typeof readShellResult;

const readers: Readonly<Record<string, Reader>> = {
  execute_shell_command: readShellResult,
  run_javascript: readScriptResult,
  run_python: readScriptResult,
};

/** Output as on a terminal: with colours, and with stderr marked. The exit code is on the card's line. */
function PrintedText({ result, read }: { result: ToolResult; read: Reader }) {
  if (result.status === 'error') return <ResultText text={result.message} />;
  const { stdout, stderr, notes } = read(result);
  if (!stdout && !stderr && notes.length === 0) return <p class="hint">{t('call.empty-result')}</p>;
  if (!stderr && isDiff(stdout)) return <DiffText diff={stdout} />;
  if (!stderr && hasStat(stdout)) return <StatText text={stdout} />;
  return (
    <>
      {(stdout || stderr) && (
        <pre class="verbatim" tabIndex={0}>
          <AnsiText text={stdout} />
          {stderr && (
            <span class={styles.errors}>
              {stdout && '\n'}
              <AnsiText text={stderr} />
            </span>
          )}
        </pre>
      )}
      {notes.map((note) => (
        <p class="hint" key={note}>
          {note}
        </p>
      ))}
    </>
  );
}

/** Facts that the model does not see. */
function Metadata({ entries }: { entries: ResultMetadata }) {
  return (
    <dl class={styles.metadata}>
      {Object.entries(entries).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Switches the setting for all cards. */
function DetailSwitch() {
  const isDetailed = callDetail.value === 'detailed';
  return (
    <button
      type="button"
      class={classNames('text-button', styles.callDetail)}
      onClick={() => chooseCallDetail(isDetailed ? 'compact' : 'detailed')}
    >
      {t(isDetailed ? 'call.show-less' : 'call.show-all')}
    </button>
  );
}

/** `shown`: how the text is rendered; absent: as it is. */
type CallSectionProps = {
  title: string;
  copyLabel: string;
  text: string;
  none: string;
  shown?: ComponentChildren;
};

/** A titled text of a call, with a copy button. */
export function CallSection({ title, copyLabel, text, none, shown }: CallSectionProps) {
  return (
    <section>
      <div class={styles.callSectionHead}>
        <h3>{title}</h3>
        {text !== '' && <CopyButton text={text} label={copyLabel} />}
      </div>
      {text === '' ? <p class="hint">{none}</p> : (shown ?? <ResultText text={text} />)}
    </section>
  );
}

function ResultText({ text }: { text: string }) {
  if (isDiff(text)) return <DiffText diff={text} />;
  if (hasStat(text)) return <StatText text={text} />;
  return (
    <pre class="verbatim" tabIndex={0}>
      {text}
    </pre>
  );
}

/** A unified diff is recognised by its lines, whichever tool it is from; git writes a commit or a header before it. */
function isDiff(text: string): boolean {
  return /^--- .*\n\+\+\+ .*\n@@ /.test(text) || /^diff --git .*\n(?:.*\n){1,8}?@@ /m.test(text);
}

/** Lines of `git diff --stat`, such as ` main.txt | 3 ++-`. */
function hasStat(text: string): boolean {
  return !text.includes('\u001b') && /^ \S.* \| +(?:\d+ \+*-*|Bin .*)$/m.test(text);
}

/** Pretty-prints a JSON result; any other is shown as is. */
function formatResult(result: ToolResult): string {
  if (result.status === 'error') return result.message;
  const text = typeof result.result === 'string' ? result.result : textOfBlocks(result.result);
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // The text only begins like JSON.
    return text;
  }
}

function textOfBlocks(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

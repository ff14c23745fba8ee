/** A command of the terminal: its prompt, its output, how it ended, and actions. */
import { useMemo } from 'preact/hooks';
import type { TerminalTool } from '#shared/api/terminal.ts';
import type { ToolCallReport } from '#shared/rpc/protocol.ts';
import { withoutPartialOutput } from '#shared/tools/partial-output.ts';
import { resultMedia } from '#shared/tools/tool.ts';
import type { Terminal, TerminalBlock } from '#src/state/terminal/terminal.ts';
import { t } from '#src/state/text/text.ts';
import { AnsiText } from '#src/ui/calls/ansi-text.tsx';
import { RunChanges } from '#src/ui/calls/changes/run-changes.tsx';
import { Media } from '#src/ui/calls/media.tsx';
import { OpenLinks } from '#src/ui/calls/open-links.tsx';
import { exitCodeOf, readScriptResult, readShellResult } from '#src/ui/calls/shell-result.ts';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { formatDuration, formatSeconds } from '#src/ui/kit/format-duration.ts';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { useNow } from '#src/ui/kit/use-now.ts';
import { Prompt } from './prompt.tsx';
import styles from './command-block.module.css';

type BlockProps = { block: TerminalBlock; terminal: Terminal };

export function CommandBlock({ block, terminal }: BlockProps) {
  const { report, tool, text, run } = block;
  const printed = useMemo(() => printedBy(block), [block]);
  // Memoized, because each piece of another command's output renders the list again.
  const output = useMemo(() => <Output {...printed} />, [printed]);
  const copied = [text, printed.stdout + printed.stderr].filter(Boolean).join('\n');
  return (
    <article class={styles.block} aria-label={text} data-status={report?.status ?? 'running'}>
      <div class={styles.blockHead}>
        <pre class={styles.command}>
          <Prompt tool={tool} folder={block.folder} />
          {text}
        </pre>
        <span class={styles.blockActions}>
          <CopyButton text={copied} label={t('terminal.copy')} />
          {report && !terminal.running.value && (
            <QuietButton icon="reset" label={t('terminal.again')} onClick={() => terminal.run(tool, text)} />
          )}
        </span>
      </div>
      {output}
      {report?.status === 'error' && <Problem report={report} tool={tool} />}
      {printed.notes.map((note) => (
        <p class={styles.note} key={note}>
          {note}
        </p>
      ))}
      {report && <OpenLinks result={report} place={styles.links} />}
      {report && resultMedia(report).map((media) => <Media key={media.blob} block={media} />)}
      <BlockEnd block={block} />
      {report && <RunChanges run={run} />}
    </article>
  );
}

function Output({ stdout, stderr }: Pick<Printed, 'stdout' | 'stderr'>) {
  if (stdout + stderr === '') return null;
  return (
    <pre class={styles.output}>
      <AnsiText text={stdout} />
      {stderr !== '' && (
        <span class={styles.errors}>
          {stdout !== '' && !stdout.endsWith('\n') && '\n'}
          <AnsiText text={stderr} />
        </span>
      )}
    </pre>
  );
}

/**
 * The elapsed time while the command runs; afterwards exit code and duration, unless both are unremarkable.
 */
function BlockEnd({ block: { report, startedAt, isQueued } }: Pick<BlockProps, 'block'>) {
  const now = useNow(!report);
  if (!report)
    return (
      <p class={styles.end}>
        <span class="dot" data-status="running" />
        <span aria-hidden="true">{formatSeconds(Math.max(0, now - startedAt))}</span>
        {isQueued && t('call.queued')}
      </p>
    );
  const code = exitCodeOf(report) ?? 0;
  if (code === 0 && report.duration_ms < leastShownMs) return null;
  return (
    <p class={styles.end}>
      {code !== 0 && <span class={styles.exit}>{t('call.exit-code', { code })}</span>}
      {formatDuration(report.duration_ms)}
    </p>
  );
}

/** Milliseconds: shorter durations are not shown. */
const leastShownMs = 1_000;

type Printed = { stdout: string; stderr: string; notes: readonly string[] };

function printedBy({ report, tool, output }: TerminalBlock): Printed {
  if (report?.status !== 'success') return { stdout: output, stderr: '', notes: [] };
  if (tool !== 'execute_shell_command') return readScriptResult(report);
  const read = readShellResult(report);
  const { stdout_characters: out, stderr_characters: errors } = report.metadata ?? {};
  // The streamed output contains stdout and stderr in their order, if all of it arrived in time.
  const isWhole = errors !== '0' && output.length === Number(out) + Number(errors);
  if (!isWhole) return read;
  const end = output.endsWith('\n') ? -1 : output.length;
  const errorsAt = output.slice(0, end).endsWith(read.stderr)
    ? output.lastIndexOf(read.stderr)
    : output.length;
  return { stdout: output.slice(0, errorsAt), stderr: output.slice(errorsAt), notes: read.notes };
}

/** Shell and JavaScript write files at once; Python does when a script has ended. */
const stoppedTexts = {
  execute_shell_command: 'terminal.stopped-sh',
  run_javascript: 'terminal.stopped',
  run_python: 'terminal.stopped-py',
} as const;

/** A command that the user stopped gets a short note instead of the message for models. */
function Problem({ report, tool }: { report: ToolCallReport & { status: 'error' }; tool: TerminalTool }) {
  const isStopped = report.error_type === 'cancelled';
  return isStopped ? (
    <p class={styles.note}>{t(stoppedTexts[tool])}</p>
  ) : (
    <p class={styles.problem}>{withoutPartialOutput(report.message)}</p>
  );
}

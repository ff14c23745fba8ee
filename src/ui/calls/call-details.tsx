/** The details of a call: its arguments and its result. */
import type { ContentBlock } from '#shared/conversation/content.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { callDetail, chooseCallDetail } from '#src/state/chat/call-detail.ts';
import { t } from '#src/state/text/text.ts';
import { isExternalName } from '#shared/tools/external-tool.ts';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { DiffText } from '#src/ui/kit/diff-text.tsx';
import type { CallWithResult } from './message-blocks.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './calls.module.css';

const FromServer = createLazyView(async () => (await import('./from-server.tsx')).FromServer, ['calls']);

export function CallDetails({ call, result }: CallWithResult) {
  const argumentsText = formatArguments(call.arguments);
  return (
    <div class={styles.callDetails}>
      <CallSection
        title={t('call.arguments')}
        copyLabel={t('call.copy-arguments')}
        text={argumentsText}
        none={t('call.no-arguments')}
      />
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
        />
      ) : (
        <p class="hint">{call.progress ?? t('call.no-result')}</p>
      )}
      <DetailSwitch />
    </div>
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

type CallSectionProps = { title: string; copyLabel: string; text: string; none: string };

/** A titled text of a call, with a copy button. */
export function CallSection({ title, copyLabel, text, none }: CallSectionProps) {
  return (
    <section>
      <div class={styles.callSectionHead}>
        <h3>{title}</h3>
        {text !== '' && <CopyButton text={text} label={copyLabel} />}
      </div>
      {text === '' ? <p class="hint">{none}</p> : <ResultText text={text} />}
    </section>
  );
}

/** A unified diff is recognised by its first lines, whichever tool it is from. */
function ResultText({ text }: { text: string }) {
  if (/^--- .*\n\+\+\+ .*\n@@ /.test(text)) return <DiffText diff={text} />;
  return (
    <pre class="verbatim" tabIndex={0}>
      {text}
    </pre>
  );
}

function formatArguments(values: JsonObject): string {
  return Object.keys(values).length === 0 ? '' : JSON.stringify(values, null, 2);
}

/** Pretty-prints a JSON result; any other is shown as is. */
function formatResult(result: ToolResult): string {
  if (result.status === 'error') return result.message;
  const text = typeof result.result === 'string' ? result.result : textOfBlocks(result.result);
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // It only began like JSON.
    return text;
  }
}

function textOfBlocks(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

/** The details of a call: its arguments and its result. */
import type { ContentBlock } from '#shared/conversation/content.ts';
import type { Json, JsonObject } from '#shared/json.ts';
import type { ResultMetadata, ToolResult } from '#shared/tools/tool.ts';
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
        />
      ) : (
        <p class="hint">{call.progress ?? t('call.no-result')}</p>
      )}
      {result?.result.status === 'success' && result.result.metadata && (
        <Metadata entries={result.result.metadata} />
      )}
      <DetailSwitch />
    </div>
  );
}

/** Texts of several lines, such as a script, stand by themselves: in JSON they would be one line. */
function CallArguments({ values }: { values: JsonObject }) {
  const texts = Object.entries(values).filter(isLongText);
  const rest = Object.fromEntries(Object.entries(values).filter((entry) => !isLongText(entry)));
  const hasRest = Object.keys(rest).length > 0;
  return (
    <>
      {texts.map(([name, text]) => (
        <CallSection key={name} title={name} copyLabel={t('call.copy-arguments')} text={text} none="" />
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

function isLongText(entry: [string, Json | undefined]): entry is [string, string] {
  return typeof entry[1] === 'string' && entry[1].includes('\n');
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

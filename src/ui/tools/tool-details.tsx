/** The details of a tool: its permissions, its parameters, and a form to try it. */
import { escapeInvisibleLines } from '#shared/invisible.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { ToolInfo } from '#shared/tools/tool.ts';
import { modelContext } from '#src/state/agents/model-context.ts';
import { permissionName } from '#src/state/text/permission-name.ts';
import { t, toKey } from '#src/state/text/text.ts';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { aboutTool } from '#src/ui/kit/tools/about-tool.ts';
import { sourceLabel } from '#src/ui/kit/tools/group-by-source.ts';
import { ToolSwitch } from '#src/ui/kit/tools/tool-switch.tsx';
import { TryForm } from './try-form.tsx';
import styles from './tools.module.css';
import { SwitchRow } from '#src/ui/kit/switch.tsx';
import { useOffered } from '#src/ui/kit/tools/use-offered.ts';

export function ToolDetails({ tool }: { tool: ToolInfo }) {
  const schema = escapeInvisibleLines(JSON.stringify(tool.parameters, null, 2));
  return (
    <>
      <section class="section">
        <div class={styles.toolIntroHead}>
          <code>{tool.name}</code>
          {!tool.unusable && <ToolSwitch tool={tool} />}
        </div>
        <p dir="auto">{aboutTool(tool)}</p>
        {tool.unusable && <Unusable refusal={tool.unusable} />}
        {!tool.enabled && !tool.unusable && <p class="hint">{t('tools.off-hint')}</p>}
      </section>
      {!tool.unusable && (
        <>
          <Section title={t('tools.may')}>
            <Facts tool={tool} />
          </Section>
          {modelContext() && <OfferSwitch name={tool.name} />}
          <Section title={t('tools.try')} hint={t('tools.try-hint')}>
            <TryForm tool={tool} />
          </Section>
          <Section title={t('tools.parameters')} hint={modelsRead(tool)}>
            <div class="schema">
              <CopyButton text={schema} label={t('tools.copy-schema')} />
              <pre class="verbatim" tabIndex={0}>
                {schema}
              </pre>
            </div>
          </Section>
        </>
      )}
    </>
  );
}

/** The description for models; that of another source is shown above. */
function modelsRead(tool: ToolInfo): string {
  return aboutTool(tool) === tool.description ? '' : t('tools.models-read', { text: tool.description });
}

/** A refused tool shows only its name and the reason. */
function Unusable({ refusal: { reason, detail } }: { refusal: ToolRefusal }) {
  return (
    <p class="hint">
      {t('refusal.title')} {t(`refusal.${toKey(reason)}`, { detail })}
    </p>
  );
}

function Facts({ tool }: { tool: ToolInfo }) {
  const { capabilities, permissions, category, timeoutSeconds, source } = tool;
  return (
    <ul class="facts">
      {capabilities.map((capability) => (
        <li key={capability}>{t(`capability.${capability}`)}</li>
      ))}
      {permissions.map((permission) => (
        <li key={permission}>{t('tools.asks-for', { what: permissionName(permission) })}</li>
      ))}
      {capabilities.length + permissions.length === 0 && <li>{t('tools.touches-nothing')}</li>}
      <li>
        {timeoutSeconds === null ? t('tools.no-deadline') : t('tools.deadline', { count: timeoutSeconds })}
      </li>
      <li>
        {t(`category.${category}`)} · {sourceLabel(source)}
      </li>
    </ul>
  );
}

/** Offers a tool to the browser's agents (WebMCP), if the browser supports it. */
function OfferSwitch({ name }: { name: string }) {
  const { names, offer } = useOffered();
  const label = t('offered.switch', { name });
  return (
    <Section title={t('offered.title')} hint={t('offered.hint')}>
      <ul class="cards">
        <SwitchRow
          label={label}
          isOn={names?.includes(name) === true}
          onChange={(isOn) => offer(name, isOn)}
        />
      </ul>
    </Section>
  );
}

/** The terminal of a chat, whose agent shares the shell, or the one outside of chats; and the packages beside it. */
import '#src/ui/styles/screens.ts';
import { useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { asId, type SessionId } from '#shared/ids.ts';
import type { Terminal } from '#src/state/terminal/terminal.ts';
import { terminalOf } from '#src/state/terminal/terminals.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import { Choice } from '#src/ui/kit/form/choice.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { TerminalLog } from './terminal-log.tsx';
import { TerminalPrompt } from './terminal-prompt.tsx';
import styles from './terminal.module.css';

const PackagesSection = createLazyView(
  async () => (await import('#src/ui/packages/packages-section.tsx')).PackagesSection,
  ['packages', 'common', 'settings'],
);

type Tab = 'terminal' | 'packages';

export function TerminalView() {
  const { router } = useApp();
  const route = router.route.value;
  const path = route.view === 'screen' ? route.path : '';
  const session = path === '' ? undefined : asId<'session'>(path);
  return <Shown key={path} session={session} />;
}

function Shown({ session }: { session: SessionId | undefined }) {
  const app = useApp();
  const { router, sessions, tools } = app;
  const tab = useSignal<Tab>('terminal');
  const terminal = terminalOf(app, session);
  const info = sessions.list.value.find(({ id }) => id === session);
  // The list comes with the first events of the engine; a chat that is being made is not in it yet.
  const isMissing = session !== undefined && !info && sessions.list.value.length > 0;
  useEffect(() => {
    tools.load();
    void terminal.refresh();
  }, []);
  const back = session && (
    <IconButton
      icon="chat"
      label={t('terminal.to-chat')}
      onClick={() => router.go({ view: 'chat', session })}
    />
  );
  return (
    <>
      <Head terminal={terminal} tab={tab} title={info?.title} back={back} />
      {isMissing ? (
        <p class="hint center">{t('terminal.missing')}</p>
      ) : tab.value === 'packages' ? (
        <div class="scroller">
          <div class={classNames('page', styles.packages)}>
            <PackagesSection />
          </div>
        </div>
      ) : (
        <>
          <TerminalLog terminal={terminal} />
          <TerminalPrompt terminal={terminal} />
        </>
      )}
    </>
  );
}

type HeadProps = {
  terminal: Terminal;
  tab: Signal<Tab>;
  /** Of the chat whose terminal it is. */
  title: string | undefined;
  back: ComponentChildren;
};

/** The title and the tabs, in one row of the page's grid. */
function Head({ terminal, tab, title, back }: HeadProps) {
  return (
    <div>
      <TopBar
        action={
          <>
            {tab.value === 'terminal' && terminal.blocks.value.length > 0 && (
              <Button kind="text" onClick={terminal.clear}>
                {t('terminal.clear')}
              </Button>
            )}
            {back ?? <span />}
          </>
        }
      >
        <div class={styles.heading}>
          <h1>{t('terminal.title')}</h1>
          {title !== undefined && <p dir="auto">{title}</p>}
        </div>
      </TopBar>
      <div class={styles.tabs}>
        <Choice
          label={t('terminal.view')}
          isLabelHidden
          options={[
            { value: 'terminal', label: t('terminal.title') },
            { value: 'packages', label: t('terminal.packages') },
          ]}
          value={tab.value}
          onChoose={(value) => (tab.value = value)}
        />
      </div>
    </div>
  );
}

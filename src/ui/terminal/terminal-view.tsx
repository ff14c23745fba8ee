/** The terminal of a chat, whose agent shares the shell, or the one outside of chats; and the packages beside it. */
import '#src/ui/styles/screens.ts';
import { useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
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
import { TerminalPrompt } from './terminal-prompt.tsx';
import styles from './terminal.module.css';
import { Icon } from '#src/ui/kit/icon.tsx';
import { CommandBlock } from './command-block.tsx';

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

/** The commands of a terminal with their output; it follows the end while the user is there. */
function TerminalLog({ terminal }: { terminal: Terminal }) {
  const scroller = useFollowEnd(terminal.blocks.value.length);
  const blocks = terminal.blocks.value;
  return (
    <div class={`scroller ${styles.scroller}`} ref={scroller} tabIndex={-1}>
      <div
        class={styles.log}
        role="log"
        aria-label={t('terminal.log')}
        // Screen readers read the output when the command has ended, not piece by piece.
        aria-busy={terminal.running.value !== undefined}
      >
        {blocks.length === 0 && <Empty terminal={terminal} />}
        {blocks.map((block) => (
          <CommandBlock key={block.id} block={block} terminal={terminal} />
        ))}
      </div>
    </div>
  );
}

function Empty({ terminal: { session, shell } }: { terminal: Terminal }) {
  return (
    <div class={styles.empty}>
      <span class={styles.emblem}>
        <Icon name="terminal" />
      </span>
      <p>{t(session ? 'terminal.shared' : 'terminal.own')}</p>
      {shell.value && <p class="hint">{t('terminal.kept')}</p>}
    </div>
  );
}

/** Closer to the end than this, in pixels, counts as at the end. */
const nearEnd = 32;

/** A new command moves to the end; growing output does so only where the user is there. */
function useFollowEnd(commands: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const toEnd = () => {
    const box = scroller.current;
    if (box && follows.current) box.scrollTop = box.scrollHeight;
  };
  useLayoutEffect(() => {
    follows.current = true;
    toEnd();
  }, [commands]);
  useLayoutEffect(() => {
    const box = scroller.current;
    const content = box?.firstElementChild;
    if (!box || !content) return;
    const observer = new ResizeObserver(toEnd);
    observer.observe(content);
    observer.observe(box);
    const onScroll = () => (follows.current = box.scrollHeight - box.scrollTop - box.clientHeight <= nearEnd);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, []);
  return scroller;
}

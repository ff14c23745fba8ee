/** Search results by chat, each hit with its context; a tap opens the chat at the message. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { KeptFound, SearchHit, SnippetPiece } from '#shared/conversation/session.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { isDrawerOpen, searchText } from '#src/ui/shell-state.ts';
import { createSearch, type FoundIn } from './search.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './sessions.module.css';

/** Hits shown per chat; a button shows the rest. */
const hitsShown = 3;

export function SearchResults() {
  const { connection, sessions, toasts } = useApp();
  const search = useMemo(
    () =>
      createSearch({
        api: connection.api,
        text: searchText,
        onFailure: (error) => void toasts.attempt(Promise.reject(error)),
      }),
    [],
  );
  useEffect(() => search.end, []);
  const known = new Map(sessions.list.value.map(({ id, title }) => [id, title]));
  // Chats with a pending deletion are still in the store.
  const found = search.found.value.filter(({ session }) => known.has(session));
  const state = search.state.value;
  const { memories, files } = search.kept.value;
  const isEmpty = found.length + memories.length + files.length === 0;
  return (
    <div class={styles.searchResults}>
      <p class="visually-hidden" role="status">
        {state === 'searching'
          ? ''
          : t('search.count', { count: countOf(found) + memories.length + files.length })}
      </p>
      {found.map((group) => (
        <Found key={group.session} group={group} title={known.get(group.session) || t('sessions.untitled')} />
      ))}
      <Kept memories={memories} files={files} />
      {state === 'searching' && <p class={classNames('hint', styles.searchNote)}>{t('search.searching')}</p>}
      {state === 'done' && isEmpty && <p class={classNames('hint', styles.searchNote)}>{t('search.none')}</p>}
      {state === 'more' && (
        <Button kind="text" onClick={search.more}>
          {t('search.more')}
        </Button>
      )}
    </div>
  );
}

function Kept({ memories, files }: KeptFound) {
  return (
    <>
      {memories.length > 0 && (
        <KeptGroup title={t('nav.memory')}>
          {memories.map(({ id, key, snippet }) => (
            <KeptLink key={id} href={formatRoute({ view: 'screen', name: 'memory', path: id })}>
              <strong dir="auto">{key}</strong> <Pieces snippet={snippet} />
            </KeptLink>
          ))}
        </KeptGroup>
      )}
      {files.length > 0 && (
        <KeptGroup title={t('nav.files')}>
          {files.map((path) => (
            <KeptLink key={path} href={formatRoute({ view: 'files', path })}>
              <bdi>{path}</bdi>
            </KeptLink>
          ))}
        </KeptGroup>
      )}
    </>
  );
}

function KeptGroup({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h3 class={classNames('hint', styles.searchNote)}>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function KeptLink({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <li>
      <a class={styles.searchHit} href={href} onClick={() => (isDrawerOpen.value = false)}>
        <span>{children}</span>
      </a>
    </li>
  );
}

function countOf(found: readonly FoundIn[]): number {
  return found.reduce((sum, { hits }) => sum + hits.length, 0);
}

function Found({ group: { session, hits }, title }: { group: FoundIn; title: string }) {
  const isWhole = useSignal(false);
  const named = hits.find(({ where }) => where === 'title');
  const said = hits.filter(({ where }) => where !== 'title');
  const shown = isWhole.value ? said : said.slice(0, hitsShown);
  const rest = said.length - shown.length;
  return (
    <section aria-label={title}>
      <h3 class={styles.searchTitle}>
        <a
          class="row"
          href={formatRoute({ view: 'chat', session })}
          onClick={() => (isDrawerOpen.value = false)}
        >
          <span class="row-text">{named ? <Snippet hit={named} /> : title}</span>
        </a>
      </h3>
      <ul>
        {shown.map((hit, at) => (
          // The index is a stable key, because hits are only appended.
          <li key={at}>
            <Hit hit={hit} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button kind="text" onClick={() => (isWhole.value = true)}>
          {t('search.rest', { count: rest })}
        </Button>
      )}
    </section>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const { scrollTarget } = useApp();
  const { session, message, tool } = hit;
  return (
    <a
      class={styles.searchHit}
      href={formatRoute({ view: 'chat', session })}
      onClick={() => {
        if (message) scrollTarget.value = { session, message };
        isDrawerOpen.value = false;
      }}
    >
      {tool && <code>{tool}</code>}
      <span>
        <Snippet hit={hit} />
      </span>
    </a>
  );
}

function Snippet({ hit }: { hit: SearchHit }) {
  return <Pieces snippet={hit.snippet} />;
}

function Pieces({ snippet }: { snippet: readonly SnippetPiece[] }) {
  return <>{snippet.map(({ text, isMatch }, at) => (isMatch ? <mark key={at}>{text}</mark> : text))}</>;
}

/** The records of a kind: their rows with a search field and buttons, or what to do while there is none. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { formatRoute, type Route } from '#src/state/base/route.ts';
import { Section } from '../form/section.tsx';
import { Icon, type IconName } from '../icon.tsx';
import styles from './list.module.css';
import { SearchField } from './search-field.tsx';

type RecordListProps<Item> = {
  title: string;
  isTitleHidden?: boolean;
  hint?: string;
  items: readonly Item[];
  row: (item: Item) => VNode;
  /** Absent: no search field. */
  search?: Search<Item>;
  add: { label: string; route: Route };
  /** Shown if there is no record at all, in place of the section. */
  empty?: { title: string; hint: string; icon?: IconName; actions?: ComponentChildren };
  /** Buttons below the list. */
  actions?: ComponentChildren;
};

type Search<Item> = {
  label: string;
  none: string;
  /** No search field for so few. */
  least: number;
  /** A hook; all items without a query. */
  useFound: (query: string, items: readonly Item[]) => readonly Item[];
  /** The button that shows more rows; without it all are shown. */
  more?: (count: number) => string;
};

export function RecordList<Item>({ items, empty, ...props }: RecordListProps<Item>) {
  const { title, isTitleHidden = false, hint, add, actions, search, row } = props;
  if (empty) return <EmptyList {...{ ...empty, add }} />;
  const last = <AddRow {...add} />;
  return (
    <Section {...{ title, isTitleHidden }} {...(hint !== undefined && { hint })}>
      {search ? (
        <FoundRows {...{ items, search, row, last }} />
      ) : (
        <ul class="cards">
          {items.map(row)}
          {last}
        </ul>
      )}
      {actions && <div class="chips">{actions}</div>}
    </Section>
  );
}

/** Rows per page: all of 2,000 would block the page. */
const pageRows = 100;

type FoundProps<Item> = {
  items: readonly Item[];
  search: Search<Item>;
  row: (item: Item) => VNode;
  last: VNode;
};

function FoundRows<Item>({ items, search, row, last }: FoundProps<Item>) {
  const query = useSignal('');
  const rows = useSignal(pageRows);
  const found = search.useFound(query.value, items);
  const shown = search.more ? found.slice(0, rows.value) : found;
  const left = found.length - shown.length;
  return (
    <>
      {items.length > search.least && (
        <SearchField
          label={search.label}
          value={query.value}
          onChange={(typed) => {
            query.value = typed;
            rows.value = pageRows;
          }}
        />
      )}
      <ul class="cards">
        {shown.map(row)}
        {left > 0 && (
          <li>
            <button type="button" class="row card-action" onClick={() => (rows.value += pageRows)}>
              {search.more?.(left)}
            </button>
          </li>
        )}
        {items.length > 0 && found.length === 0 && (
          <li class={`card-row hint ${styles.none}`}>{search.none}</li>
        )}
        {last}
      </ul>
    </>
  );
}

type EmptyProps = NonNullable<RecordListProps<unknown>['empty']> & { add: { label: string; route: Route } };

function EmptyList({ title, hint, icon, actions, add }: EmptyProps) {
  return (
    <div class="empty">
      {icon && (
        <span class={styles.emptyIcon}>
          <Icon name={icon} />
        </span>
      )}
      <h2>{title}</h2>
      <p class="hint">{hint}</p>
      <div class={`chips ${styles.emptyActions}`}>
        <AddLink {...add} class="button primary" />
        {actions}
      </div>
    </div>
  );
}

/** The last row of a list: a link to the form of a new record. */
export function AddRow(add: { label: string; route: Route }) {
  return (
    <li>
      <AddLink {...add} class="row card-action" />
    </li>
  );
}

function AddLink({ label, route, class: kind }: { label: string; route: Route; class: string }) {
  return (
    <a class={kind} href={formatRoute(route)}>
      <Icon name="plus" />
      {label}
    </a>
  );
}

type RowProps = {
  route: Route;
  name: string;
  /** Lines below the name. */
  children: ComponentChildren;
  actions: ComponentChildren;
};

/** A record in the list: a link to its form, and buttons. */
export function RecordRow({ route, name, children, actions }: RowProps) {
  return (
    <li class={`card-row ${styles.row}`}>
      <a class={styles.link} href={formatRoute(route)}>
        <strong class="own-language" dir="auto">
          {name}
        </strong>
        {children}
      </a>
      {actions}
    </li>
  );
}

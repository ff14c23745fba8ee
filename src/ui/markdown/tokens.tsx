/** Renders one block of Markdown and its inline content. */
import type { Token, Tokens } from 'marked';
import type { ComponentChildren, VNode } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { CodeBlock } from './code-block.tsx';
import { NestedContext, useDirection } from './blocks/direction.ts';
import { useFixedColumns } from './fixed-columns.ts';
import { decodeEntities } from './decode-entities.ts';
import { Formula } from './formula.tsx';
import { isKnown, type KnownToken } from './bounded-lexer.ts';
import { EditionContext } from './edition.ts';
import { FolderContext, InLinkContext } from './folder-context.ts';
import { safeLink, unnamedTarget } from './safe-link.ts';
import { LinkedFile } from './workspace/linked-file.tsx';
import { WorkspacePicture } from './workspace/picture.tsx';
import { linkedPaths, namedPaths } from './workspace-path.ts';
import styles from './markdown.module.css';

export function BlockToken({ token }: { token: KnownToken }): VNode | null {
  switch (token.type) {
    case 'paragraph':
      return <Paragraph token={token} />;
    case 'heading':
      return <Heading token={token} />;
    case 'code':
      return <CodeBlock text={token.text} language={token.lang ?? ''} />;
    case 'list':
      return <List token={token} />;
    case 'blockquote':
      return <Quote token={token} />;
    case 'table':
      return <Table token={token} />;
    case 'hr':
      return <hr />;
    case 'html':
      return (
        <p class="plain-text" dir="auto">
          {token.raw.trim()}
        </p>
      );
    case 'list_item':
      return <BlockTokens tokens={token.tokens} />;
    case 'space':
    case 'def':
      return null;
    default:
      return <InlineToken token={token} />;
  }
}

function BlockTokens({ tokens }: { tokens: readonly Token[] }) {
  return (
    <>
      {tokens.filter(isKnown).map((token, at) => (
        <BlockToken key={at} token={token} />
      ))}
    </>
  );
}

function Paragraph({ token }: { token: Tokens.Paragraph }): VNode {
  return (
    <p dir={useDirection(token)}>
      <InlineTokens tokens={token.tokens} />
    </p>
  );
}

function Quote({ token }: { token: Tokens.Blockquote }): VNode {
  return (
    <blockquote dir={useDirection(token)}>
      <NestedContext.Provider value={true}>
        <BlockTokens tokens={token.tokens} />
      </NestedContext.Provider>
    </blockquote>
  );
}

function Heading({ token }: { token: Tokens.Heading }): VNode {
  const content = <InlineTokens tokens={token.tokens} />;
  const dir = useDirection(token);
  // The page has its own first level; an answer starts below it.
  switch (token.depth) {
    case 1:
      return <h2 dir={dir}>{content}</h2>;
    case 2:
      return <h3 dir={dir}>{content}</h3>;
    case 3:
      return <h4 dir={dir}>{content}</h4>;
    default:
      return <h5 dir={dir}>{content}</h5>;
  }
}

function List({ token }: { token: Tokens.List }): VNode {
  const dir = useDirection(token);
  const items = (
    <NestedContext.Provider value={true}>
      {token.items.map((item, at) => (
        <Item key={at} item={item} />
      ))}
    </NestedContext.Provider>
  );
  if (!token.ordered) return <ul dir={dir}>{items}</ul>;
  return (
    <ol start={Number(token.start) || 1} dir={dir}>
      {items}
    </ol>
  );
}

/** Memoized, so that a growing list renders only its new items. */
function Item({ item }: { item: Tokens.ListItem }): VNode {
  const edition = useContext(EditionContext);
  return useMemo(
    () => (
      <li class={item.task ? styles.task : undefined}>
        <BlockTokens tokens={item.tokens} />
      </li>
    ),
    [item.raw, item.loose, edition],
  );
}

type TableRow = readonly Tokens.TableCell[];

function Table({ token }: { token: Tokens.Table }): VNode {
  const { table, fixed } = useFixedColumns(token.rows.length);
  return (
    <div class={styles.tableBox} tabIndex={0} dir={useDirection(token)}>
      <table
        ref={table}
        class={fixed ? styles.fixedColumns : undefined}
        style={{ minWidth: fixed?.minWidth }}
      >
        {fixed && (
          <colgroup>
            {fixed.shares.map((width, at) => (
              <col key={at} style={{ width }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr>
            {token.header.map((cell, at) => (
              <th key={at} data-align={cell.align ?? undefined}>
                <InlineTokens tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        {inGroups(token.rows).map((rows, at) => (
          <RowGroup key={at} rows={rows} />
        ))}
      </table>
    </div>
  );
}

/** Few enough that a new row paints little again, so many that a long table has few groups. */
const groupRows = 8;

function inGroups(rows: readonly TableRow[]): TableRow[][] {
  const count = Math.ceil(rows.length / groupRows);
  return Array.from({ length: count }, (_, at) => rows.slice(at * groupRows, (at + 1) * groupRows));
}

/** Memoized: a table that grows renders its last group only. */
function RowGroup({ rows }: { rows: readonly TableRow[] }): VNode {
  const edition = useContext(EditionContext);
  const cells = rows.flat();
  return useMemo(
    () => (
      <tbody>
        {rows.map((row, at) => (
          <Row key={at} row={row} />
        ))}
      </tbody>
    ),
    [edition, ...cells.flatMap(({ text, align }) => [text, align])],
  );
}

/** Memoized: a group that grows renders its new rows only. */
function Row({ row }: { row: TableRow }): VNode {
  const edition = useContext(EditionContext);
  return useMemo(
    () => (
      <tr>
        {row.map((cell, column) => (
          <td key={column} data-align={cell.align ?? undefined}>
            <InlineTokens tokens={cell.tokens} />
          </td>
        ))}
      </tr>
    ),
    [edition, ...row.flatMap(({ text, align }) => [text, align])],
  );
}

function InlineTokens({ tokens }: { tokens: readonly Token[] }): VNode {
  return (
    <>
      {tokens.filter(isKnown).map((token, at) => (
        <InlineToken key={at} token={token} />
      ))}
    </>
  );
}

/** Emphasis, code, links, and images of the workspace; those of the web become links, so that nothing is fetched unasked. */
function InlineToken({ token }: { token: KnownToken }): VNode {
  switch (token.type) {
    case 'text':
      return token.tokens ? <InlineTokens tokens={token.tokens} /> : <>{decodeEntities(token.text)}</>;
    case 'strong':
    case 'em':
    case 'del': {
      const Emphasis = token.type;
      return (
        <Emphasis>
          <InlineTokens tokens={token.tokens} />
        </Emphasis>
      );
    }
    case 'script': {
      const Script = token.tag;
      return (
        <Script>
          <InlineTokens tokens={token.tokens} />
        </Script>
      );
    }
    case 'codespan':
      return <InlineCode text={token.text} />;
    case 'br':
      return <br />;
    case 'link':
      return (
        <Link href={token.href} text={token.text}>
          <InlineTokens tokens={token.tokens} />
        </Link>
      );
    case 'image':
      return <Image token={token} />;
    case 'checkbox':
      return <input type="checkbox" checked={token.checked} disabled />;
    case 'math':
      return <Formula token={token} />;
    case 'escape':
      return <>{token.text}</>;
    default:
      // Blocks do not occur here, and HTML is shown as text, but for the line breaks that cells of tables need.
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : <>{token.raw}</>;
  }
}

type LinkProps = { href: string; text?: string; isImage?: true; children: ComponentChildren };

/** Says where it leads if its text says another place, or promises a picture. */
function Link({ href, text = '', isImage, children }: LinkProps): VNode {
  const paths = useLinkedPaths(href);
  const link = safeLink(decodeEntities(href));
  if (paths.length > 0) return <LinkedFile paths={paths}>{children}</LinkedFile>;
  if (!link) return <span>{children}</span>;
  const target = isImage ? link.target : unnamedTarget(text, link);
  return (
    <a href={link.href} title={link.target} target="_blank" rel="noreferrer noopener">
      <InLinkContext.Provider value={true}>{children}</InLinkContext.Provider>
      {target && <bdi>{` (${target})`}</bdi>}
    </a>
  );
}

function Image({ token }: { token: Tokens.Image }): VNode {
  const alt = decodeEntities(token.text);
  const paths = useLinkedPaths(token.href);
  if (paths.length > 0) return <WorkspacePicture paths={paths} alt={alt} />;
  return (
    <Link href={token.href} isImage>
      {t('markdown.image', { alt: alt || token.href })}
    </Link>
  );
}

function useLinkedPaths(href: string): readonly string[] {
  const folder = useContext(FolderContext);
  return folder === null ? [] : linkedPaths(href, folder);
}

/** Code that names a file of the workspace is a link to it. */
function InlineCode({ text }: { text: string }): VNode {
  const folder = useContext(FolderContext);
  const isInLink = useContext(InLinkContext);
  const code = <code dir="ltr">{text}</code>;
  const paths = folder === null || isInLink ? [] : namedPaths(text, folder);
  return paths.length > 0 ? <LinkedFile paths={paths}>{code}</LinkedFile> : code;
}

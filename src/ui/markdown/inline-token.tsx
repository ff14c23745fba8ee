/** Renders inline Markdown: emphasis, code, links. Images become links, so that nothing is fetched unasked. */
import type { Token } from 'marked';
import type { ComponentChildren, VNode } from 'preact';
import { t } from '#src/state/text/text.ts';
import { decodeEntities } from './decode-entities.ts';
import { Formula } from './formula.tsx';
import { isKnown, type KnownToken } from './bounded-lexer.ts';
import { safeLink } from './safe-link.ts';

export function InlineTokens({ tokens }: { tokens: readonly Token[] }): VNode {
  return (
    <>
      {tokens.filter(isKnown).map((token, at) => (
        <InlineToken key={at} token={token} />
      ))}
    </>
  );
}

export function InlineToken({ token }: { token: KnownToken }): VNode {
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
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return (
        <Link href={token.href}>
          <InlineTokens tokens={token.tokens} />
        </Link>
      );
    case 'image':
      return <Link href={token.href}>{t('markdown.image', { alt: token.text || token.href })}</Link>;
    case 'checkbox':
      return <input type="checkbox" checked={token.checked} disabled />;
    case 'math':
      return <Formula token={token} />;
    case 'escape':
      return <>{token.text}</>;
    default:
      // Blocks do not occur here, and HTML is shown as text.
      return <>{token.raw}</>;
  }
}

function Link({ href, children }: { href: string; children: ComponentChildren }): VNode {
  const link = safeLink(href);
  if (!link) return <span>{children}</span>;
  return (
    <a href={link.href} title={link.target} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

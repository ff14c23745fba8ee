/** What `fetch_url` shows of a page: its main text and metadata, without text that people do not see. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePage } from '#workers/text/encoding/decode-body.ts';
import { readWebPage } from '#workers/text/pages/web-page.ts';
import { articlePage } from '#tests/fixtures/web/article-page.ts';
import { cpuTimeGrowth } from '#tests/fixtures/cpu-time-growth.ts';

const address = 'https://www.example.com/guides/tomatoes';
const read = (html: string, hasLinks = false) => readWebPage(html, address, { hasLinks });

describe('a web page', () => {
  it('is its main text, without the addresses of links unless they are asked for', () => {
    const { title, language, markdown } = read(articlePage);
    expect({ title, language }).toEqual({ title: 'Growing tomatoes & basil', language: 'en' });
    expect(markdown).toContain('By **Ann**, with basil and a mirror');
    expect(markdown).not.toMatch(/NOISE|https?:|^Title:/);
    expect(read(articlePage, true).markdown).toContain('[basil](https://www.example.com/guides/basil.html');
  });

  it('leaves out what is around a main element, however that is called', () => {
    const text = `<h1>Head</h1><p>${'Words of the article. '.repeat(20)}`;
    const page = (name: string) => `<div>AROUND</div><${name}>${text}</${name}><div class=more>AROUND</div>`;
    for (const name of ['main', 'article']) {
      expect(read(page(name)).markdown).toMatch(/^# Head\n\nWords/);
      expect(read(page(name)).markdown).not.toContain('AROUND');
    }
    // Two `article` elements form a list; a `main` element without text is a placeholder for scripts.
    expect(read(page('article') + page('article')).markdown).toContain('AROUND');
    expect(read('<main id=app></main><p>The text').markdown).toBe('The text');
  });

  it('is not replaced by a main element that people do not see', () => {
    const text = `<p>${'What people see of it. '.repeat(20)}</p>`;
    const main = `<main><p>${'CLOAKED words. '.repeat(40)}</p></main>`;
    for (const page of [
      `<!-- ${main} -->${text}`,
      `<template>${main}</template>${text}`,
      `<noscript>${main}</noscript>${text}`,
      `<textarea>${main}</textarea>${text}`,
      `<script>const page = '${main}';</script>${text}`,
      `<div hidden><section>${main}</section></div>${text}`,
      `<div style="display:none">${main}</div>${text}`,
      `<div aria-hidden=true>${main}</div><div>${text}</div>`,
      `<main hidden>${main}</main>${text}`,
      `<p title="${main.replaceAll('"', '')}">${text}`,
      // Inside a table, browsers ignore the end tag of an element outside of it.
      `<div hidden><table></div>${main}</table></div>${text}`,
    ])
      expect(read(page).markdown, page.slice(0, 60)).toMatch(/What people see of it/);
    // A visible main element counts, whatever else is hidden.
    const both = `<div>AROUND</div><main>${text}</main><template>${main}</template>`;
    expect(read(both).markdown).toMatch(/^What people see/);
  });

  it('tells the day and the canonical address that it states, of its own site only', () => {
    const date = (head: string) => read(head).date;
    expect(date('<meta property="article:published_time" content="2026-03-04T10:00:00Z">')).toBe(
      '2026-03-04',
    );
    expect(date('<script type="application/ld+json">{"dateModified": "2025-1-9"}</script>')).toBe(
      '2025-01-09',
    );
    expect(date('<time datetime=2024-12-31>New Year</time>')).toBe('2024-12-31');
    expect(date('<meta name=date content="the 3rd of May">')).toBeUndefined();
    const canonical = (href: string) => read(`<link href="${href}" rel=canonical>`).canonical;
    expect(canonical('/guides/tomatoes?a=1&amp;b=2')).toBe('https://www.example.com/guides/tomatoes?a=1&b=2');
    expect(canonical('https://example.com/x')).toBe('https://example.com/x');
    expect(canonical('https://bank.example/login')).toBeUndefined();
    expect(canonical('javascript:alert(1)')).toBeUndefined();
  });

  it('names its frames and where it refers its readers', () => {
    expect(read('<frameset><frame src=a.html><frame src=/b.html></frameset>').frames).toEqual([
      'https://www.example.com/guides/a.html',
      'https://www.example.com/b.html',
    ]);
    expect(read('<meta http-equiv=Refresh content="0; URL=\'/next\'">').refersTo).toBe(
      'https://www.example.com/next',
    );
    expect(read('<meta http-equiv=refresh content="0;url=data:text/html,x">').refersTo).toBeUndefined();
  });

  it.each([
    ['no display', 'display : none'],
    ['no visibility', 'color:red;visibility:hidden'],
    ['no opacity', 'opacity: 0.0'],
    ['no size', 'font-size:0px'],
    ['no size in an important rule', 'font-size: 0 !important'],
    ['a place off the screen', 'position: relative; left: -9999px'],
    ['an indent off the screen', 'text-indent:-5000em'],
    ['a clipped box', 'clip-path: inset(50%)'],
    ['the colour of its background', 'color:#fff; background:#FFF'],
    ['no colour', 'color: transparent'],
  ])('leaves out text with %s', (_, style) => {
    const page = read(
      `<p>seen</p><div style="${style}">CLOAKED <b>CLOAKED</b><p>CLOAKED</p></div><p>too</p>`,
    );
    expect(page.markdown).toBe('seen\n\ntoo');
  });

  it('keeps text whose style only looks like that', () => {
    for (const style of [
      'opacity: 0.5',
      'font-size:0.9em',
      'left: -9px',
      'color:#fff;background:#000',
      'border-left:-999',
    ])
      expect(read(`<p style="${style}">seen</p>`).markdown).toBe('seen');
  });

  it('reads pages that state a wrong character set', () => {
    const latin = Uint8Array.from(
      Array.from('<p>Caf')
        .map((each) => each.charCodeAt(0))
        .concat(0xe9),
    );
    expect(decodePage(latin, 'text/html; charset=utf-8', false)).toBe('<p>Café');
    expect(decodePage(latin, 'text/html', false)).toBe('<p>Café');
    const cyrillic = Uint8Array.from(
      Array.from('<meta charset=windows-1251>')
        .map((each) => each.charCodeAt(0))
        .concat(0xc4, 0xe0),
    );
    expect(decodePage(cyrillic, 'text/html; charset=utf-8', false)).toContain('Да');
    const real = new TextEncoder().encode('<p>é \ufffd');
    expect(decodePage(real, 'text/html', false)).toBe('<p>é \ufffd');
    expect(decodePage(real.subarray(0, 4), 'text/html', true)).toBe('<p>');
  });

  it('ends on anything, and takes time in proportion', () => {
    const piece = fc.constantFrom(
      ...[
        '<main>',
        '</main>',
        '<meta ',
        'content="',
        'http-equiv=refresh ',
        '<title>',
        '<time datetime=',
        '"',
        "'",
      ],
      ...[
        '=',
        ' ',
        '<',
        '>',
        '&#x110000;',
        '&#55296;',
        '<link rel=canonical href=',
        '<iframe src=',
        'aaaa',
        '<div style="',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(typeof read(pieces.join('')).markdown).toBe('string');
      }),
      { numRuns: 300, seed: 20_261_123 },
    );
    for (const part of [
      '<meta a',
      '<meta a=" ',
      '<div style="left: ',
      '<title>',
      '<main>',
      '"dateModified" ',
    ])
      expect(
        cpuTimeGrowth((size) => read(part.repeat(size / part.length)), 50_000),
        part,
      ).toBeLessThan(12);
  });
});

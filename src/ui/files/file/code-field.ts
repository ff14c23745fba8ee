/** The text editor; it renders only visible lines, so that a megabyte of text costs as much as a page. */
// CodeMirror 6: a textarea takes seconds per key with 200,000 lines. It runs in a shadow root, because only
// there it adds its styles as a constructed style sheet, which our CSP allows, and not as a <style> element,
// which it does not.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

export type CodeField = {
  /** Replaces the text; equal parts are kept, and the caret in them. */
  show(text: string): void;
  /** Opens the search panel: phones have no shortcut for it. */
  find(): void;
  close(): void;
};

export type CodeFieldOptions = {
  text: string;
  label: string;
  isReadOnly: boolean;
  /** Translations of the search panel, by their English keys. */
  phrases: Record<string, string>;
  onChange(text: string): void;
};

export function openCodeField(host: HTMLElement, options: CodeFieldOptions): CodeField {
  const { text, label, isReadOnly, phrases, onChange } = options;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root,
    parent: root,
    doc: text,
    extensions: [
      theme,
      history(),
      search({ top: true }),
      keymap.of([indentWithTab, ...searchKeymap, ...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, dir: 'auto' }),
      EditorState.readOnly.of(isReadOnly),
      EditorState.phrases.of(phrases),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) onChange(state.doc.toString());
      }),
    ],
  });
  return {
    show: (next) => replaceChanged(view, next),
    find: () => void openSearchPanel(view),
    close: () => view.destroy(),
  };
}

function replaceChanged(view: EditorView, next: string): void {
  const now = view.state.doc.toString();
  if (now === next) return;
  const most = Math.min(now.length, next.length);
  let from = 0;
  while (from < most && now[from] === next[from]) from++;
  let tail = 0;
  while (tail < most - from && now[now.length - 1 - tail] === next[next.length - 1 - tail]) tail++;
  view.dispatch({ changes: { from, to: now.length - tail, insert: next.slice(from, next.length - tail) } });
}

const button = {
  minHeight: '44px',
  padding: '0 12px',
  border: '1px solid var(--line)',
  borderRadius: '99px',
  background: 'var(--raised)',
  color: 'inherit',
  font: 'inherit',
};

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', background: 'var(--raised)', fontSize: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', scrollbarWidth: 'thin' },
  '.cm-content': { padding: '14px 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 16px' },
  '.cm-panels': { background: 'var(--sunken)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { padding: '8px 44px 8px 12px', fontFamily: 'system-ui', fontSize: '0.875rem' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '44px',
    marginInlineEnd: '12px',
    fontSize: 'inherit',
  },
  '.cm-panel.cm-search :focus-visible': { outline: '2px solid var(--accent)' },
  '.cm-panel.cm-search [name=close]': {
    width: '44px',
    height: '44px',
    fontSize: '1.25rem',
    color: 'inherit',
  },
  '.cm-button': button,
  '.cm-textfield': { ...button, fontSize: '1rem' },
  '.cm-textfield::placeholder': { color: 'var(--ink-3)', opacity: 1 },
  '.cm-searchMatch': { background: 'var(--tint)', outline: '1px solid var(--accent)' },
  '.cm-searchMatch-selected': { background: 'var(--accent)', color: 'var(--on-accent)' },
});

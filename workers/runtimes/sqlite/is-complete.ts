/**
 * Whether a text ends with a complete statement, as `sqlite3_complete` decides.
 * https://sqlite.org/c3ref/complete.html
 */

/** Tokens: white space, comments and strings, words, or a single other character. */
const token =
  /\s+|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/|'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|[^]/g;
const blank = /^(?:\s|--|\/\*[^]*\*\/$)/;

type State = 'start' | 'normal' | 'explain' | 'create' | 'trigger' | 'semicolon' | 'end';

/** Inside CREATE TRIGGER, a statement ends with `;`, END and `;`. */
export function isComplete(sql: string): boolean {
  let state: State = 'start';
  for (const [text] of sql.matchAll(token)) {
    if (blank.test(text)) continue;
    // An unterminated string or comment.
    if (/^(?:'|"|`|\[)$/.test(text) || (text === '/' && sql.includes('/*') && !sql.includes('*/')))
      return false;
    state = next(state, text.toLowerCase());
  }
  return state === 'start';
}

/** The next state by word; `else` for all other words. */
const steps: Readonly<Record<State, Readonly<Record<string, State>> & { else: State }>> = {
  start: { ';': 'start', explain: 'explain', create: 'create', else: 'normal' },
  explain: { ';': 'start', query: 'explain', plan: 'explain', create: 'create', else: 'normal' },
  create: { ';': 'start', temp: 'create', temporary: 'create', trigger: 'trigger', else: 'normal' },
  trigger: { ';': 'semicolon', else: 'trigger' },
  semicolon: { ';': 'semicolon', end: 'end', else: 'trigger' },
  end: { ';': 'start', else: 'trigger' },
  normal: { ';': 'start', else: 'normal' },
};

function next(state: State, word: string): State {
  const step = steps[state];
  return Object.hasOwn(step, word) ? (step[word] ?? step.else) : step.else;
}

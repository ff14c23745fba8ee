/** Whether a text ends with a whole statement, as `sqlite3_complete` says it. https://sqlite.org/c3ref/complete.html */

/** What is skipped, words, the semicolon, and everything else, one character at a time. */
const token =
  /\s+|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/|'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|[^]/g;
const blank = /^(?:\s|--|\/\*[^]*\*\/$)/;

type State = 'start' | 'normal' | 'explain' | 'create' | 'trigger' | 'semicolon' | 'end';

/** Inside of CREATE TRIGGER a statement ends with `;` and END. */
export function isComplete(sql: string): boolean {
  let state: State = 'start';
  for (const [text] of sql.matchAll(token)) {
    if (blank.test(text)) continue;
    // A string or a comment without an end.
    if (/^(?:'|"|`|\[)$/.test(text) || (text === '/' && sql.includes('/*') && !sql.includes('*/')))
      return false;
    state = next(state, text.toLowerCase());
  }
  return state === 'start';
}

/** By state: where a word leads; `else` for every other one. */
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

/** Finds the next clause of a message: the run of pieces that one rule understands, and what it means. */
import type { Meaning, Reader, Rule } from './grammar.ts';
import { isProblem, type Intent, type Problem } from './intent.ts';
import { isSmallTalk, courtesyVariants, withoutPunctuation } from './courtesy.ts';
import { requestRules } from './rules.ts';
import type { Piece } from './split.ts';

type Clause = {
  meaning: readonly (Intent | Problem)[];
  /** The rule that matched; undefined if none did. */
  rule: Rule | undefined;
  pieceCount: number;
};

/** The masked message, and the reader of its parts. */
type Source = { text: string; reader: Reader };

/** The most pieces of one request, whose own text may contain separators. Bounds the time of matching. */
const maxPieces = 8;
/** A free text ends where a new request begins; the request is searched in so many pieces. */
const lookAhead = 3;

/**
 * Reads the clause at the beginning of `rest`. Tries in this order: pieces that make sense; pieces that make
 * sense after `lead`, the words that an elliptical clause leaves out; pieces with a problem, such as an
 * unknown place. Otherwise the first piece is not understood.
 */
export function readClause(source: Source, rest: readonly Piece[], lead: string): Clause {
  const plain = shortestClause(source, rest, '');
  if (plain && !hasProblem(plain)) return plain.rule?.open ? extendClause(source, rest, plain) : plain;
  const elliptical = lead === '' ? undefined : shortestClause(source, rest, lead);
  if (elliptical && !hasProblem(elliptical)) return elliptical;
  return plain ?? unknownClause(source, rest);
}

function unknownClause({ text, reader }: Source, [piece]: readonly Piece[]): Clause {
  const phrase = piece ? withoutPunctuation(text.slice(piece.start, piece.end)) : '';
  const meaning: Problem[] = isSmallTalk(phrase) ? [] : [{ type: 'unclear', text: reader.text(phrase) }];
  return { meaning, rule: undefined, pieceCount: 1 };
}

/** The shortest run of pieces that makes sense, else the shortest that a rule understands with a problem. */
function shortestClause(source: Source, rest: readonly Piece[], lead: string): Clause | undefined {
  let withProblem: Clause | undefined;
  const counts = Array.from({ length: Math.min(rest.length, maxPieces) }, (_, index) => index + 1);
  if (rest.length > maxPieces) counts.push(rest.length);
  for (const count of counts) {
    const clause = matchRules(source, rest, count, lead);
    if (clause && !hasProblem(clause)) return clause;
    withProblem ??= clause;
  }
  return withProblem;
}

/** Free text at the end of a clause continues until pieces that are a request themselves. */
function extendClause(source: Source, rest: readonly Piece[], clause: Clause): Clause {
  let count = clause.pieceCount;
  while (count < rest.length && !shortestClause(source, rest.slice(count, count + lookAhead), '')) count++;
  return matchRules(source, rest, count, '') ?? clause;
}

/** The clause of exactly the first `count` pieces: the first rule that makes sense, else the last with a problem. */
function matchRules(
  { text, reader }: Source,
  rest: readonly Piece[],
  count: number,
  lead: string,
): Clause | undefined {
  const [first] = rest;
  const last = rest[count - 1];
  if (!first || !last) return undefined;
  const phrase = text.slice(first.start, last.end).trim();
  const isEnd = count === rest.length;
  const endMarks = isEnd ? (/^[!?！？…]+/.exec(text.slice(last.end))?.[0] ?? '') : '';
  let withProblem: Clause | undefined;
  for (const candidate of new Set([...courtesyVariants(phrase + endMarks), ...courtesyVariants(phrase)])) {
    const hasEndMarks = endMarks !== '' && candidate.endsWith(endMarks);
    // Only free text keeps its end marks.
    const rules = hasEndMarks ? requestRules.filter(({ open }) => open) : requestRules;
    for (const rule of rules) {
      const meaning = readBy(rule, lead + candidate, reader);
      if (!meaning) continue;
      const clause = { meaning, rule, pieceCount: count };
      if (!hasProblem(clause)) return clause;
      withProblem = clause;
    }
  }
  return withProblem;
}

function readBy({ pattern, read }: Rule, phrase: string, reader: Reader): Meaning {
  const match = pattern.exec(phrase);
  return match ? read(match.groups ?? {}, reader) : undefined;
}

function hasProblem({ meaning }: Clause): boolean {
  return meaning.some(isProblem);
}

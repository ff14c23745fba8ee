/**
 * The lines of a search that fit into one tool result: the first and the last ones, because what a search is
 * for is often at the end of a log.
 */
import * as limits from '#shared/limits.ts';
import { countOf } from '#workers/text/count-of.ts';

/** Leaves room for the notes. */
const maxCharacters = limits.resultCharacters - 2_000;
const maxLines = 500;

type Line = { text: string; match: number };

export type MatchList = {
  /** `match`: the number of the match that the line is or belongs to, counted from 1. */
  add(text: string, match: number): void;
  /** Some lines were left out. */
  isCut(): boolean;
  text(): string;
};

export function createMatchList(): MatchList {
  const head: Line[] = [];
  const tail: Line[] = [];
  const size = { head: 0, tail: 0 };
  let isHeadFull = false;
  let dropped: { first: number; last: number } | undefined;
  return {
    add(text, match) {
      const line = { text, match };
      const length = text.length + 1;
      isHeadFull ||= head.length >= maxLines / 2 || size.head + length > maxCharacters / 2;
      if (!isHeadFull) {
        head.push(line);
        size.head += length;
        return;
      }
      tail.push(line);
      size.tail += length;
      while (tail.length > maxLines / 2 || size.tail > maxCharacters / 2) {
        const left = tail.shift();
        if (!left) return;
        size.tail -= left.text.length + 1;
        dropped = { first: dropped?.first ?? left.match, last: left.match };
      }
    },
    isCut: () => dropped !== undefined,
    text: () =>
      [...head.map(({ text }) => text), ...gap(dropped), ...tail.map(({ text }) => text)].join('\n'),
  };
}

function gap(dropped: { first: number; last: number } | undefined): string[] {
  if (!dropped) return [];
  const { first, last } = dropped;
  const count = countOf(last - first + 1, 'match', 'matches');
  return ['', `(… ${count} not shown, number ${first} to ${last}; offset ${first} continues here …)`, ''];
}

/**
 * Detects that a reply restarts within its stream, as gateways do after a failure behind them, and drops what
 * came before. Each provider format defines by a `RestartWatch` how to recognize it.
 */
import { isJsonObject, parseJson, type Json, type JsonObject } from '#shared/json.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';
import type { StreamDecoder } from './exchange.ts';

/** Like `StreamDecoder`. `parsed`: the data as JSON; undefined if it is not valid JSON. */
export type ReplyDecoder = {
  push(data: string, parsed: Json | undefined): ModelEvent[];
  end(): ModelEvent[];
};

/**
 * What an event means for the reply. `undecided`: it may begin a new reply or belong to the current one; it
 * is decoded as part of the current one, and decoded again if a later event is `begins-again`.
 */
type Verdict = 'goes-on' | 'undecided' | 'begins-again';

/** Contract: sees every event of the stream in order. */
export type RestartWatch = { see(event: JsonObject): Verdict };

export function withRestarts(newDecoder: () => ReplyDecoder, watch: RestartWatch): StreamDecoder {
  let decoder = newDecoder();
  let held: { data: string; parsed: Json | undefined }[] = [];
  let hasDelivered = false;
  let isOver = false;

  function track(events: ModelEvent[]): ModelEvent[] {
    for (const { type } of events) {
      if (type === 'stop' || type === 'error') isOver = true;
      else if (type !== 'usage') hasDelivered = true;
    }
    return events;
  }

  return {
    push(data) {
      if (isOver) return [];
      const parsed = parseJson(data);
      const first = Array.isArray(parsed) ? parsed[0] : parsed;
      const verdict = isJsonObject(first) ? watch.see(first) : 'goes-on';
      if (verdict === 'begins-again') {
        const again = [...held, { data, parsed }];
        const dropped: ModelEvent[] = hasDelivered ? [{ type: 'restart' }] : [];
        [decoder, held, hasDelivered] = [newDecoder(), [], false];
        return [...dropped, ...track(again.flatMap((each) => decoder.push(each.data, each.parsed)))];
      }
      if (verdict === 'undecided') held.push({ data, parsed });
      else if (held.length > 0) held = [];
      return track(decoder.push(data, parsed));
    },
    end: () => (isOver ? [] : track(decoder.end())),
  };
}

/** `key`: the place of the item in the reply. `content`: belongs to an item or to the end of the reply. */
type Sign = { type: 'start'; id: Json | undefined } | { type: 'item'; key: Json } | { type: 'content' };

/**
 * For provider formats whose replies begin with a start event. Proxies may repeat it within a reply; it is a
 * restart only if it has another id, or if an item follows whose key was used before.
 */
export function watchStarts(read: (event: JsonObject) => Sign | undefined): RestartWatch {
  let id: Json | undefined;
  let places = new Set<Json>();
  let hasContent = false;
  let again: { id: Json | undefined; isOther: boolean } | undefined;

  return {
    see(event) {
      const sign = read(event);
      if (!sign) return again ? 'undecided' : 'goes-on';
      if (sign.type === 'start') {
        if (hasContent) again = { id: sign.id, isOther: again?.isOther === true || areOther(id, sign.id) };
        else id = sign.id;
        return again ? 'undecided' : 'goes-on';
      }
      const isTaken = sign.type === 'item' && places.has(sign.key);
      const begins = again !== undefined && (again.isOther || isTaken);
      if (begins) [id, places] = [again?.id, new Set()];
      if (sign.type === 'item') places.add(sign.key);
      again = undefined;
      hasContent = true;
      return begins ? 'begins-again' : 'goes-on';
    },
  };
}

/** `mayStart`: the first chunk of a reply could look like this. `hasContent`: some of the answer, or its end. */
type Chunk = { id: Json | undefined; mayStart: boolean; hasContent: boolean };

/**
 * For provider formats whose chunks only carry the id of their reply: another id is a restart. Some servers
 * give each chunk its own id, which means nothing; so the old id or the new one must have come twice.
 */
export function watchIds(read: (event: JsonObject) => Chunk): RestartWatch {
  let current = { id: '', chunks: 0 };
  let next: { id: string; chunks: number } | undefined;
  let hasContent = false;
  let areIdsPerChunk = false;

  /** Counts the chunk for the current reply, or for a possible next one. */
  function count(chunk: Chunk & { id: string }): void {
    if (next?.id === chunk.id) next.chunks++;
    else if (chunk.id === current.id) [current.chunks, next] = [current.chunks + 1, undefined];
    else if (!chunk.mayStart) next = undefined;
    else if (!hasContent) current = { id: chunk.id, chunks: 1 };
    else if (next && current.chunks < 2) [areIdsPerChunk, next] = [true, undefined];
    else next = { id: chunk.id, chunks: 1 };
  }

  return {
    see(event) {
      if (areIdsPerChunk) return 'goes-on';
      const chunk = read(event);
      if (typeof chunk.id === 'string' && chunk.id !== '') count({ ...chunk, id: chunk.id });
      if (!next) {
        hasContent ||= chunk.hasContent;
        return 'goes-on';
      }
      const areStable = current.chunks > 1 || next.chunks > 1;
      if (!areStable || !chunk.hasContent) return 'undecided';
      [current, next] = [next, undefined];
      return 'begins-again';
    },
  };
}

/** An id that is missing proves nothing. */
function areOther(one: Json | undefined, other: Json | undefined): boolean {
  return typeof one === 'string' && typeof other === 'string' && one !== other;
}

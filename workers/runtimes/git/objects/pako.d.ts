/** The part of pako that is used; the version that isomorphic-git depends on has no types. */
declare module 'pako' {
  export class Inflate {
    constructor(options?: { chunkSize?: number });
    push(data: Uint8Array, end: boolean): boolean;
    onData(chunk: Uint8Array): void;
    onEnd(status: number): void;
    err: number;
    msg: string;
    ended: boolean;
    strm: { next_in: number; avail_in: number; total_out: number };
  }
}

/** What `scripts/wllama-worker.ts` makes of wllama's worker code. */
declare module 'virtual:wllama-module' {
  /** Serves the library behind `port`, as its blob worker would. */
  export function startModule(
    port: MessagePort,
    options: { pathConfig: Record<string, string>; nbThread: number; compat: boolean },
  ): void;
}

/** The virtual module that `scripts/vite/wllama-worker.ts` builds from wllama's worker code. */
declare module 'virtual:wllama-module' {
  /** Serves the library over `port`, as its blob worker would. */
  export function startModule(
    port: MessagePort,
    options: { pathConfig: Record<string, string>; nbThread: number; compat: boolean },
  ): void;
}

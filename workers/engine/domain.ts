/** A domain: one capability of the engine. It is one folder in `workers/domains` and one line in its `index.ts`. */
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { InEngineToolCode } from '#workers/contracts/engine-tool.ts';
import type { PromptBlock } from '#workers/contracts/prompt-block.ts';
import type { Table } from '#workers/contracts/table.ts';
import type { Database } from '#workers/storage/database.ts';
import type { Core } from './core.ts';

/** What every domain gets in addition to its `Needs`. */
export type DomainContext = {
  /** Posts a `changed` event of this domain to the page and to other tabs. */
  changed(...ids: string[]): void;
};

/**
 * `Needs`: what its functions need of the engine; `Kept`: what `backup` needs. `Port`: what `toolPort`
 * returns.
 */
export type Domain<
  Api extends object,
  Needs extends object = object,
  Kept extends object = object,
  Port extends object = object,
> = {
  tables?: readonly Table[];
  /**
   * Makes the services that the domain gives the engine, when the engine starts; keep it short, and load heavy code at
   * the first use of a service. All domains start at the same time: `engine` fails until all have started.
   */
  start?(core: Core, engine: () => Needs): object | Promise<object>;
  /**
   * Does what is due by now, without loading code if there is nothing. Called soon after the engine's start, when the
   * page becomes visible, when another tab has died, and after each run.
   */
  wake?(needs: Needs): Promise<void>;
  /** Housekeeping that one tab does, some seconds after its engine has started. */
  cleanUp?(needs: Needs): Promise<void>;
  /** Its parts of a backup. Called for each backup; load their code here. */
  backup?(needs: Kept): Promise<readonly BackupPart[]>;
  /** What it tells the models of a chat. */
  promptBlock?: PromptBlock<Needs>;
  /** Called when another tab has changed the domain's data: reloads what the engine caches in memory. */
  reload?(needs: Needs): Promise<void>;
  /**
   * The address that a secret of the domain is bound to; undefined: the secret is of another domain, or its owner was
   * deleted.
   */
  secretAddress?(owner: string, database: Database): Promise<string | undefined>;
  /** Whether its tools are offered; absent: always. Called for each list of tools: may only read memory. */
  isOn?(needs: Needs): boolean;
  /** Its tools that run in the engine. Called once, at the first call of any such tool; load their code here. */
  tools?(): Promise<readonly InEngineToolCode<Port>[]>;
  /** The `port` in the context of these tools; called for each call. */
  toolPort?(needs: Needs): Promise<Port>;
  /** Makes the domain's part of the engine API. Called once, at the first call; load heavy code here. */
  open(needs: Needs & DomainContext): Promise<Api> | Api;
};

/** The services that the domains give the engine: what their `start` returns. */
import type { domains } from '#workers/domains/index.ts';

type Started<Each> = Each extends { start(...values: never[]): infer Result }
  ? (services: Awaited<Result>) => void
  : never;

/** The services of all domains together: TypeScript infers one parameter for all functions of a union. */
export type Services =
  Started<(typeof domains)[keyof typeof domains]> extends (services: infer All) => void ? All : never;

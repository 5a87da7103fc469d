/** The parts of the service, and which of them a process is. */

import { objectOf, refuseArgument, trueOrFalse } from "@bourse/kernel";

import type { JobType } from "../jobs/job.ts";

/** Role of a process: one part of the service, or all of them. */
export type ServiceRole = (typeof ROLES)[number];

const ROLES = ["all", "api", "worker", "data", "execution"] as const;

/** The parts of the service that a process has; it reaches the others over the bus. */
export interface ServiceParts {
  /** Answers the interface and the sockets, and submits scheduled jobs. */
  readonly api: boolean;
  /** Runs simulations, and computes the live signals of jobs. */
  readonly worker: boolean;
  /** Has the exchanges, the cache and the imports. */
  readonly data: boolean;
  /** Writes to the account, when no other process does. */
  readonly execution: boolean;
  /** Shares its store and bus with other processes. */
  readonly isShared: boolean;
}

/** The parts of a process with `role`; `isShared` tells whether it shares its store and bus with other processes. */
export function partsOfRole(role: ServiceRole, isShared: boolean): ServiceParts {
  if (!ROLES.includes(role)) refuseArgument("role", `one of ${ROLES.join(", ")}`, role);
  trueOrFalse("isShared", isShared);
  const has = (part: ServiceRole): boolean => role === "all" || role === part;
  return {
    api: has("api"),
    worker: has("worker"),
    data: has("data"),
    execution: has("execution"),
    isShared,
  };
}

/** Types of the jobs that a process runs: those that fetch candles run where the candles are kept. */
export function jobTypesOf(parts: Pick<ServiceParts, "worker" | "data">): readonly JobType[] {
  objectOf({ worker: trueOrFalse, data: trueOrFalse })("parts", parts);
  const { worker, data } = parts;
  return [
    ...(worker ? (["backtest", "sweep", "walk_forward", "signal"] as const) : []),
    ...(data ? (["data_sync"] as const) : []),
  ];
}

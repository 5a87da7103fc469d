import { jobTypes, queueOf } from "@bourse/backtest-engine/service";

/** Names of all queues of jobs. */
export const JOB_QUEUES: readonly string[] = [...new Set(jobTypes.map(queueOf))];

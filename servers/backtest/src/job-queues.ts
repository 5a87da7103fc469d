import { jobTypes, queueOf } from "@bourse/trading-core";

/** Names of all queues of jobs. */
export const JOB_QUEUES: readonly string[] = [...new Set(jobTypes.map(queueOf))];

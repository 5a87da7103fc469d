/** Settings that bound what callers make the server keep. */

import { integerVariable } from "@bourse/http/environment";

const count = (standard: number) => integerVariable({ min: 1, max: 10_000_000, default: standard });

const sessions = (standard: number) => integerVariable({ min: 1, max: 100_000, default: standard });

const bytes = integerVariable({ min: 1, max: Number.MAX_SAFE_INTEGER, default: 2 ** 32 });

/** Quotas of jobs, sessions and candles by variable. */
export const quotaEnvironment = {
  /** Maximum number of jobs in any status. */
  MAX_JOBS: count(20_000),
  /** Maximum number of pending and running jobs. */
  MAX_UNFINISHED_JOBS: count(5000),
  /** Maximum number of jobs in any status that one key of API_KEYS has created. */
  JOBS_PER_KEY: count(5000),
  /** Maximum number of pending and running jobs that one key of API_KEYS has created. */
  UNFINISHED_JOBS_PER_KEY: count(1000),
  /** Maximum number of trading sessions that are not stopped. */
  MAX_SESSIONS: sessions(1000),
  /** Maximum number of trading sessions that one key of API_KEYS has created and that are not stopped. */
  SESSIONS_PER_KEY: sessions(100),
  /** Days after which a finished job is deleted; 0 keeps it until somebody deletes it. */
  KEEP_JOBS_DAYS: integerVariable({ min: 0, max: 36_500, default: 0 }),
  /** Days after which the decisions of a stopped session are deleted, with candles and equity; 0 keeps them. */
  KEEP_DECISIONS_DAYS: integerVariable({ min: 0, max: 36_500, default: 0 }),
  /** Maximum number of series in the folder of imports. */
  MAX_IMPORTS: count(1000),
  /** Maximum size in bytes of the series in the folder of imports. */
  MAX_IMPORT_BYTES: bytes,
  /** Maximum number of files in the cache of candles. */
  MAX_CACHE_FILES: integerVariable({ min: 1, max: 1_000_000, default: 2000 }),
  /** Maximum size in bytes of the cache of candles. */
  MAX_CACHE_BYTES: bytes,
} as const;

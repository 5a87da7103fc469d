/** Types of the arguments of the service's calls, checked for callers without types. */

import {
  absentOr,
  anyFunction,
  anyNumber,
  anyText,
  listOf,
  objectOf,
  type CallRules,
  type CallSignatures,
} from "@bourse/kernel";

import type { CandleImports } from "../market-data/candle-storage.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import type { JobService } from "./jobs/job-service.ts";

const text = anyText;
const maybeText = absentOr(text);
const maybeNumber = absentOr(anyNumber);
const options = absentOr(
  objectOf({ idempotencyKey: maybeText, owner: maybeText, also: absentOr(anyFunction) }),
);
/** Request of a job; the call itself checks it field by field. */
const request = objectOf({});

/** Arguments of the submission of a job. */
export const submission: CallRules = { request, options };

/** Arguments of the submission of a signal job. */
export const signalSubmission: CallRules = {
  request: objectOf({ strategy: text, symbols: listOf(text) }),
  options,
};

/** Arguments of {@link JobService}. */
export const jobCalls: CallSignatures<JobService> = {
  create: { jobType: text, request, options },
  retry: { uuid: text, options },
  trades: { uuid: text, page: absentOr(objectOf({ offset: maybeNumber, limit: maybeNumber })) },
  equity: { uuid: text, options: absentOr(objectOf({ points: maybeNumber })) },
  get: { uuid: text },
  list: {
    query: absentOr(
      objectOf({ status: maybeText, jobType: maybeText, limit: maybeNumber, cursor: maybeText }),
    ),
  },
  stats: {},
  cancel: { uuid: text },
  delete: { uuid: text },
};

const importName = { symbol: text, interval: text, exchange: maybeText };

const csvImport = objectOf({ ...importName, csv: text });
const parquetImport = objectOf(importName);

/** Arguments of {@link CandleImports}. */
export const importCalls: CallSignatures<CandleImports> = {
  import: {
    request: (argument, value) => {
      const isParquet = (value as { parquet?: unknown } | null)?.parquet instanceof Uint8Array;
      (isParquet ? parquetImport : csvImport)(argument, value);
    },
  },
  list: {},
  delete: { name: objectOf(importName) },
};

/** Arguments of {@link StrategyRegistry}. */
export const strategyCalls: CallSignatures<StrategyRegistry> = {
  register: { strategy: objectOf({ name: text }) },
  get: { name: text },
  has: { name: text },
  list: {},
  problems: {},
};

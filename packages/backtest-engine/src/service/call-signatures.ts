/** Types of the arguments of the service's calls, checked for callers without types. */

import { absentOr, anyNumber, anyText, objectOf, type CallSignatures } from "@bourse/kernel";

import type { CandleImports } from "../market-data/candle-storage.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import type { BacktestService } from "./backtest-service.ts";
import type { JobService } from "./jobs/job-service.ts";

const text = anyText;
const maybeText = absentOr(text);
const maybeNumber = absentOr(anyNumber);
const options = absentOr(objectOf({ idempotencyKey: maybeText, owner: maybeText }));
/** What a request says is checked by the call itself, field by field. */
const request = objectOf({});

/** Calls of the service itself. */
export type OwnCalls = Pick<
  BacktestService,
  "submitBacktest" | "submitSweep" | "submitWalkForward" | "generateSignal" | "report"
>;

/** Arguments of the service's own calls. */
export const ownCalls: CallSignatures<OwnCalls> = {
  submitBacktest: { request, options },
  submitSweep: { request, options },
  submitWalkForward: { request, options },
  generateSignal: { strategyName: text, symbol: text },
  report: { uuid: text },
};

/** Arguments of {@link JobService}. */
export const jobCalls: CallSignatures<JobService> = {
  create: { jobType: text, request, options },
  retry: { uuid: text, options },
  trades: { uuid: text, page: absentOr(objectOf({ offset: maybeNumber, limit: maybeNumber })) },
  equity: { uuid: text, options: absentOr(objectOf({ points: maybeNumber })) },
  get: { uuid: text },
  list: {
    query: absentOr(objectOf({ status: maybeText, jobType: maybeText, limit: maybeNumber })),
  },
  stats: {},
  cancel: { uuid: text },
  delete: { uuid: text },
};

const importName = { symbol: text, interval: text, exchange: maybeText };

/** Arguments of {@link CandleImports}. */
export const importCalls: CallSignatures<CandleImports> = {
  import: { request: objectOf({ ...importName, csv: text }) },
  list: {},
  delete: { name: objectOf(importName) },
};

/** Arguments of {@link StrategyRegistry}. */
export const strategyCalls: CallSignatures<StrategyRegistry> = {
  register: { strategy: objectOf({ name: text }) },
  get: { name: text },
  has: { name: text },
  list: {},
};

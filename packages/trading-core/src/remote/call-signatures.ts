/** Types of the arguments of the service's calls, checked for callers without types. */

import type { StrategyRegistry } from "@bourse/backtest-engine/strategies";
import {
  absentOr,
  allOf,
  anyFunction,
  anyJson,
  anyNumber,
  anySignal,
  anyText,
  exactObject,
  listOf,
  nullOr,
  objectOf,
  optionsOf,
  readable,
  refuseArgument,
  recordOf,
  trueOrFalse,
  wholeNumber,
  type ArgumentRule,
  type CallRules,
  type CallSignatures,
} from "@bourse/kernel";

import type { JobEvents } from "../jobs/job-events.ts";
import type { JobService } from "../jobs/job-service.ts";
import type { CandleImports } from "../market-data/candle-storage.ts";
import { anyFunding } from "../part-shapes.ts";
import type { StrategySources } from "../sources/strategy-sources.ts";

const text = anyText;
/** Name of a strategy, which becomes the name of a file. */
const strategyName: ArgumentRule = (argument, value) => {
  if (typeof value === "string" && /^[a-z][a-z0-9_]{0,63}$/.test(value)) return;
  refuseArgument(argument, "a name of a strategy, such as my_strategy", value);
};
const maybeText = absentOr(text);
const maybeNumber = absentOr(anyNumber);
const options = optionsOf({
  idempotencyKey: maybeText,
  owner: maybeText,
  also: absentOr(anyFunction),
});
/** Request of a job, which is stored as it is. Options of the simulation and parameters are checked by the call. */
const requestOf = (rules: CallRules): ArgumentRule => allOf(objectOf(rules), anyJson);

const selection = {
  symbol: text,
  interval: text,
  limit: absentOr(wholeNumber({ min: 1 })),
  exchange: maybeText,
  startTime: maybeNumber,
  endTime: maybeNumber,
  gaps: maybeText,
};
const maybeObject = absentOr(objectOf({}));
const run = {
  ...selection,
  strategy: maybeText,
  parameters: maybeObject,
  funding: absentOr(anyFunding),
};
const search = {
  ...run,
  metric: maybeText,
  optionRanges: maybeObject,
  constraints: absentOr(listOf(text)),
  earlyStopping: maybeObject,
  search: maybeObject,
};

const submissionOf = (rules: CallRules): CallRules => ({ request: requestOf(rules), options });

type Submission =
  | "submitBacktest"
  | "submitSweep"
  | "submitWalkForward"
  | "submitDataSync"
  | "submitSignals";

/** Arguments of the submission of each kind of job. */
export const submissions: Readonly<Record<Submission, CallRules>> = {
  submitBacktest: submissionOf({
    ...run,
    symbols: absentOr(listOf(text)),
    weights: maybeObject,
    monteCarlo: maybeObject,
    lookAhead: maybeObject,
    tearSheet: absentOr(trueOrFalse),
    benchmark: maybeText,
  }),
  submitSweep: submissionOf({
    ...search,
    overfitting: maybeObject,
    crossValidation: maybeObject,
  }),
  submitWalkForward: submissionOf(search),
  submitDataSync: submissionOf(selection),
  submitSignals: submissionOf({ strategy: text, symbols: listOf(text) }),
};

/** Arguments of {@link JobService}. */
export const jobCalls: CallSignatures<JobService> = {
  create: { jobType: text, request: requestOf({}), options },
  retry: { uuid: text, options },
  trades: { uuid: text, page: optionsOf({ offset: maybeNumber, limit: maybeNumber }) },
  equity: { uuid: text, options: optionsOf({ points: maybeNumber }) },
  get: { uuid: text },
  list: {
    query: optionsOf({
      status: maybeText,
      jobType: maybeText,
      q: maybeText,
      strategy: maybeText,
      symbol: maybeText,
      tags: absentOr(listOf(text)),
      sort: maybeText,
      limit: absentOr(wholeNumber({ min: 1, max: 1000 })),
      cursor: maybeText,
    }),
  },
  label: {
    uuid: text,
    labels: exactObject({
      title: absentOr(nullOr(text)),
      note: absentOr(nullOr(text)),
      tags: absentOr(listOf(text)),
      pinned: absentOr(trueOrFalse),
    }),
  },
  stats: {},
  cancel: { uuid: text },
  delete: { uuid: text },
};

const importName = { symbol: text, interval: text, exchange: maybeText };

const csvImport = objectOf({ ...importName, csv: text });
const bytesImport = objectOf(importName);

/** Arguments of {@link JobEvents}. */
export const eventCalls: CallSignatures<JobEvents> = {
  subscribe: { listener: anyFunction, options: optionsOf({ jobUuid: maybeText }) },
};

/** Arguments of {@link CandleImports}. */
export const importCalls: CallSignatures<CandleImports> = {
  import: {
    request: (argument, value) => {
      const isBytes = (value as { bytes?: unknown } | null)?.bytes instanceof Uint8Array;
      (isBytes ? bytesImport : csvImport)(argument, value);
    },
    caller: optionsOf({ owner: maybeText, signal: absentOr(anySignal) }),
  },
  list: {},
  delete: { name: objectOf(importName) },
};

/** Arguments of {@link StrategyRegistry}. */
export const strategyCalls: CallSignatures<StrategyRegistry> = {
  register: {
    strategy: allOf(
      objectOf({ name: text, parameters: absentOr(recordOf(objectOf({}))) }),
      readable,
    ),
  },
  get: { name: text },
  has: { name: text },
  list: {},
  problems: {},
};

/** Arguments of {@link StrategySources}. */
export const sourceCalls: CallSignatures<Omit<StrategySources, "isOn">> = {
  read: { name: strategyName },
  save: { name: strategyName, source: text, expected: maybeText },
};

/** The check of the answers of the backtesting and trading job service. */

import { backtestApi, JobProgress } from "@bourse/contract/backtest";

import { answersOf, type AnswerCheck } from "../answers.ts";

/**
 * Check of the answers of the backtesting and trading job service, orders and sweeps included, for the option
 * `validateAnswers`.
 */
export const backtestAnswers: AnswerCheck = answersOf(backtestApi.routes, {
  watchJob: JobProgress,
});

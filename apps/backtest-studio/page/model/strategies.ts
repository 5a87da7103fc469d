/** The strategies that the server has, the operator's own among them. */

import type { StrategyList } from "@bourse/contract/backtest";
import { loaded } from "@bourse/ui";

import { clients } from "./session.ts";
import { wordsOf } from "./words.ts";

const list = loaded<StrategyList>(async () => {
  try {
    return await clients.peek().backtest.listStrategies();
  } catch (error) {
    throw new Error(wordsOf(error));
  }
});

export const strategies = list.value;
export const strategiesProblem = list.problem;
export const loadStrategies = list.refresh;

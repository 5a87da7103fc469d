/** Series of candles that were imported. */

import type { ImportList } from "@bourse/contract/backtest";
import { loaded } from "@bourse/ui";

import { clients } from "./session.ts";
import { wordsOf } from "./words.ts";

const list = loaded<ImportList>(async () => {
  try {
    return await clients.peek().backtest.listImports();
  } catch (error) {
    throw new Error(wordsOf(error));
  }
});

export const imports = list.value;
export const importsProblem = list.problem;
export const loadImports = list.refresh;

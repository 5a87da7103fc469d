/** Options of a simulation that exclude or need each other. */

import type { Calendar } from "@bourse/indicators/calendar";

import { calendarOption } from "../candles/place-options.ts";
import { EngineError } from "../errors.ts";
import { checkMarkets, type MarketCombination } from "./market-combinations.ts";
import { checkSizes, type SizeCombination } from "./size-combinations.ts";
import { volumeShareOf, type Slippage } from "./slippage.ts";

/** The options that are looked at together. */
interface Combination extends MarketCombination, SizeCombination {
  readonly exitSlippage?: Slippage | undefined;
  readonly calendar?: Calendar | undefined;
  readonly flatByClose?: boolean | undefined;
  readonly allowNegativePrices?: boolean | undefined;
}

/** @throws EngineError OPTIONS_INVALID for two options that exclude each other, naming both */
export function checkCombinations(options: Combination): void {
  const { slippage = 0, exitSlippage } = options;
  if (options.calendar !== undefined) calendarOption(options.calendar);
  else if (options.flatByClose === true) {
    throw refusal(
      "flatByClose",
      'simulate: option "flatByClose" closes positions when a session ends, which option "calendar" says; give it too, such as "XNYS".',
    );
  }
  if (exitSlippage !== undefined && volumeShareOf(exitSlippage) !== volumeShareOf(slippage)) {
    throw refusal(
      "exitSlippage",
      'simulate: a volumeShare bounds all fills; give it as option "slippage" and leave exitSlippage out.',
    );
  }
  checkMarkets(options);
  if (options.allowNegativePrices === true) checkBelow0(options);
  checkSizes(options);
}

/** Refuses what is not defined at prices of 0 and below. */
function checkBelow0({ dividends, compatibility }: Combination): void {
  if (dividends !== undefined) {
    throw refusal(
      "allowNegativePrices",
      'simulate: option "allowNegativePrices" is for spreads, rates and futures, and option "dividends" for shares, whose prices lie above 0; leave one of the two out.',
    );
  }
  if (compatibility.levels === "entry") return;
  throw refusal(
    "allowNegativePrices",
    'simulate: option "allowNegativePrices" excludes levels "signal_close" of option "compatibility", which is the rule of vectorbt: a stop cannot be a fraction of a close of 0 or below. Give levels "entry".',
  );
}

function refusal(option: string, message: string): EngineError {
  return new EngineError("OPTIONS_INVALID", message, { details: { option } });
}

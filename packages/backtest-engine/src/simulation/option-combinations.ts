/** Options of a simulation that exclude or need each other. */

import type { Calendar } from "@bourse/indicators/calendar";

import { calendarOption } from "../candles/place-options.ts";
import { EngineError } from "../errors.ts";
import { Signal, type Decisions } from "../strategy/strategy.ts";
import type { CompatibilityRules } from "./compatibility.ts";
import { checkMarkets, type MarketCombination } from "./market-combinations.ts";
import type { PositionSize } from "./position-size.ts";
import type { SignalColumns } from "./signal-terms.ts";
import { volumeShareOf, type Slippage } from "./slippage.ts";

/** The options that are looked at together. */
interface Combination extends MarketCombination {
  readonly exitSlippage?: Slippage | undefined;
  readonly positionSize?: PositionSize | undefined;
  readonly pyramiding?: number | undefined;
  readonly stopLoss?: number | null | undefined;
  readonly calendar?: Calendar | undefined;
  readonly flatByClose?: boolean | undefined;
  readonly allowNegativePrices?: boolean | undefined;
  readonly compatibility: CompatibilityRules;
}

/** The rules that size an entry. */
interface SizedRules {
  readonly columns: SignalColumns | undefined;
  readonly positionSize: PositionSize;
}

/** @throws EngineError OPTIONS_INVALID for two options that exclude each other, naming both */
export function checkCombinations(options: Combination): void {
  const { slippage = 0, exitSlippage, positionSize = 1, pyramiding = 1, stopLoss } = options;
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
  if (isRisk(positionSize) && stopLoss === null) throw riskWithoutStop("positionSize");
  if (pyramiding > 1 && options.compatibility.repeatedEntry === "reopen") {
    throw refusal(
      "pyramiding",
      'simulate: option "pyramiding" above 1 adds to a position at a repeated entry, and repeatedEntry "reopen" of option "compatibility" closes it first; leave one of the two out.',
    );
  }
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

/** Checks that every entry that may be sized by its risk has a stop of its own. */
export function checkRisk(
  { columns, positionSize }: SizedRules,
  decisions: Partial<Decisions>,
): void {
  const { signals = new Uint8Array() } = decisions;
  const { sizes, sizeKind, stopLosses } = columns ?? {};
  const isAsked = isRisk(positionSize);
  if (!isAsked && (sizes === undefined || sizeKind !== "risk")) return;
  if (stopLosses === undefined) throw riskWithoutStop(isAsked ? "positionSize" : "stopLoss");
  const index = signals.findIndex(
    (signal, i) => (signal & ENTRIES) !== 0 && Number.isNaN(stopLosses[i]),
  );
  if (index < 0) return;
  throw new EngineError(
    "STRATEGY_INVALID",
    `simulate: a size by risk is measured by the distance of the stop, and the entry at candle ${index} has none; give it one in stopLosses, or give a stopLoss for all.`,
    { details: { index } },
  );
}

const ENTRIES = Signal.enterLong | Signal.enterShort;

function isRisk(size: PositionSize): boolean {
  return typeof size === "object" && "risk" in size;
}

/** Names the option that was given or, where the strategy sizes its entries itself, the one that is missing. */
function riskWithoutStop(option: "positionSize" | "stopLoss"): EngineError {
  const [size, other] =
    option === "positionSize"
      ? ["a positionSize by risk", "another positionSize"]
      : ['the sizeKind "risk" of the strategy', "let the strategy give a stop with each entry"];
  return refusal(
    option,
    `simulate: ${size} is measured by the distance of the stop, and neither an option nor the strategy gives one; give a stopLoss, or ${other}.`,
  );
}

function refusal(option: string, message: string): EngineError {
  return new EngineError("OPTIONS_INVALID", message, { details: { option } });
}

/** Options of sizes, entries and stops that exclude or need each other. */

import { EngineError } from "../errors.ts";
import { Signal, type Decisions } from "../strategy/strategy.ts";
import type { CompatibilityRules } from "./compatibility.ts";
import type { PositionSize } from "./position-size.ts";
import type { SignalColumns } from "./signal-terms.ts";

/** The options that are looked at together. */
export interface SizeCombination {
  readonly positionSize?: PositionSize | undefined;
  readonly pyramiding?: number | undefined;
  readonly stopLoss?: number | null | undefined;
  readonly compatibility: CompatibilityRules;
}

/** The rules that size an entry. */
interface SizedRules {
  readonly columns: SignalColumns | undefined;
  readonly positionSize: PositionSize;
}

/** @throws EngineError OPTIONS_INVALID for options of sizes and entries that exclude each other, naming both */
export function checkSizes({
  positionSize = 1,
  pyramiding = 1,
  stopLoss,
  compatibility,
}: SizeCombination): void {
  if (isRisk(positionSize) && stopLoss === null) throw riskWithoutStop("positionSize");
  if (pyramiding > 1 && compatibility.repeatedEntry === "reopen") {
    throw refusal(
      "pyramiding",
      'simulate: option "pyramiding" above 1 adds to a position at a repeated entry, and repeatedEntry "reopen" of option "compatibility" closes it first; leave one of the two out.',
    );
  }
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

import { EngineError } from "../errors.ts";
import type { FillFacts } from "./slippage.ts";

/** A function that returns the fee of a fill in the quote currency; a negative fee is a rebate. */
export type FeeModel = (fill: FillFacts) => number;

/**
 * The fee that the function returns for a fill, whose value is price × `multiplier` × quantity. `isFree`: it may be any
 * finite amount, since a price may be 0.
 *
 * @throws EngineError OPTIONS_INVALID when the fee is not a finite amount below the value of the fill
 */
export function modelledFee(
  model: FeeModel,
  fill: FillFacts,
  multiplier: number,
  isFree = false,
): number {
  const fee = model(fill);
  const value = fill.quantity * fill.price * multiplier;
  if (Number.isFinite(fee) && (isFree || Math.abs(fee) < value)) return fee;
  throw new EngineError(
    "OPTIONS_INVALID",
    `simulate: the feeModel must give a finite fee${isFree ? "" : ` of less than the ${value} that are traded`}, found ${String(fee)} at candle ${fill.index}.`,
    { details: { option: "feeModel", index: fill.index } },
  );
}

import { EngineError } from "../errors.ts";
import type { FillFacts } from "./slippage.ts";

/** The fee of a fill in the quote currency; negative is a rebate. */
export type FeeModel = (fill: FillFacts) => number;

/**
 * What the model asks for a fill.
 *
 * @throws EngineError OPTIONS_INVALID when that is no finite amount below the fill's own worth
 */
export function modelledFee(model: FeeModel, fill: FillFacts): number {
  const fee = model(fill);
  const worth = fill.quantity * fill.price;
  if (Number.isFinite(fee) && Math.abs(fee) < worth) return fee;
  throw new EngineError(
    "OPTIONS_INVALID",
    `simulate: the feeModel must give a finite fee of less than the ${worth} that are traded, found ${String(fee)} at candle ${fill.index}.`,
    { details: { option: "feeModel", index: fill.index } },
  );
}

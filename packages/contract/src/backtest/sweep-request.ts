/** `POST /api/sweeps` and `POST /api/walk-forward`: what they take. */

import * as z from "zod";

import { ParameterValue } from "./fields.ts";
import { BacktestRequest } from "./request.ts";
import { SweepMetric } from "./sweep-metric.ts";
import { START_TOO_LATE, startsBeforeEnd } from "./time-range.ts";

/** One value, a list of them, or a range with both ends; without a step only a random search can draw from it. */
export const ParameterRange = z.union([
  ParameterValue,
  z.array(ParameterValue).min(1).max(10_000),
  z.object({ from: z.number(), to: z.number(), step: z.number().gt(0).optional() }),
]);

const sweepFields = {
  ...BacktestRequest.shape,
  parameters: z.record(z.string().max(64), ParameterRange).optional(),
  metric: SweepMetric.optional(),
  search: z
    .object({ count: z.int().min(1).max(10_000), seed: z.int().min(0).optional() })
    .optional(),
};

export const SweepRequest = z.object(sweepFields).refine(startsBeforeEnd, START_TOO_LATE);
export type SweepRequest = z.infer<typeof SweepRequest>;

const Candles = z.int().min(1).max(1_000_000);
const Left = z.int().min(0).max(1_000_000);

/** Lengths in candles. The windows' own trainings take the place of `train_split`. */
export const WalkForwardRequest = z
  .object({
    ...sweepFields,
    train_split: z.never().optional(),
    train_candles: Candles,
    test_candles: Candles,
    step_candles: Candles.optional(),
    anchored: z.boolean().optional(),
    purge_candles: Left.optional(),
    embargo_candles: Left.optional(),
  })
  .refine(startsBeforeEnd, START_TOO_LATE);
export type WalkForwardRequest = z.infer<typeof WalkForwardRequest>;

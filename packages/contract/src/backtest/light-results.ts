/** Results whose schemas stand in the docs and in tests only, so that clients need not carry them. */

import * as z from "zod";

import type {
  ListedSweepResult,
  ListedWalkForwardResult,
  SweepResult,
  WalkForwardResult,
} from "./sweep-result.ts";

export const sweepResult: z.ZodType<SweepResult> = z.custom<SweepResult>();
export const walkForwardResult: z.ZodType<WalkForwardResult> = z.custom<WalkForwardResult>();
export const listedSweepResult: z.ZodType<ListedSweepResult> = z.custom<ListedSweepResult>();
export const listedWalkForwardResult: z.ZodType<ListedWalkForwardResult> =
  z.custom<ListedWalkForwardResult>();

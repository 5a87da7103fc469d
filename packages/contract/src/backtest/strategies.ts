/** The strategy registry and live signals. */

import * as z from "zod";

import { Timestamp } from "./common.ts";
import { Figure, ParameterValue, Share, Text } from "./fields.ts";

/** One parameter: its kind, its default and where it may lie, bounds inclusive. */
export const StrategyParameter = z.object({
  name: Text,
  type: z.enum(["integer", "number", "string", "boolean"]),
  default: ParameterValue,
  min: z.number().optional(),
  max: z.number().optional(),
  values: z.array(Text).optional(),
  description: Text,
});
export type StrategyParameter = z.infer<typeof StrategyParameter>;

export const Strategy = z.object({
  name: Text,
  version: Text,
  description: Text,
  signal_type: Text,
  parameters: z.array(StrategyParameter),
});
export type Strategy = z.infer<typeof Strategy>;

export const StrategyList = z.object({
  success: z.literal(true),
  strategies: z.array(Strategy),
});
export type StrategyList = z.infer<typeof StrategyList>;

/** A strategy's opinion at the close of the newest closed candle. */
export const Signal = z.object({
  strategy_name: Text,
  symbol: Text,
  direction: z.enum(["long", "short", "flat"]),
  confidence: Share,
  timestamp: Timestamp,
  price: Figure,
  parameters: z.record(z.string(), ParameterValue),
});
export type Signal = z.infer<typeof Signal>;

export const SignalReply = z.object({ success: z.literal(true), signal: Signal });
export type SignalReply = z.infer<typeof SignalReply>;

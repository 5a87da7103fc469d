/** What lies beside a finished job: its trades and its equity. */

import * as z from "zod";

import { Timestamp } from "./common.ts";
import { Figure, Text } from "./fields.ts";

export const JobTrade = z.object({
  side: z.enum(["long", "short"]),
  quantity: z.number().min(0),
  entry_time: Timestamp,
  entry_price: Figure,
  exit_time: Timestamp,
  exit_price: Figure,
  pnl: Figure,
  return: Figure,
  fees: z.number().min(0),
  exit_reason: Text,
});
export type JobTrade = z.infer<typeof JobTrade>;

/** `drawdown`: the fall below the highest equity so far, a positive fraction. */
export const EquityPoint = z.object({ timestamp: Timestamp, equity: Figure, drawdown: Figure });
export type EquityPoint = z.infer<typeof EquityPoint>;

/** What `/api/ws/events` and `/api/ws/jobs/{uuid}` send. */

import * as z from "zod";

import { Timestamp } from "./common.ts";
import { Amount, OrderSide } from "./execution.ts";
import { Text } from "./fields.ts";
import { Job } from "./job.ts";
import { Signal } from "./strategies.ts";

/** How far a running job is: 0–1, and candles simulated a second. */
export const JobProgress = z.object({
  job_id: z.uuid(),
  progress: z.number().min(0).max(1),
  candles_per_second: z.number().min(0),
});
export type JobProgress = z.infer<typeof JobProgress>;

/** One fill of an order; `realized_pnl` is what it earned, its own fee taken off. */
export const Trade = z.object({
  order_id: Text,
  client_order_id: Text.nullable(),
  symbol: Text,
  side: OrderSide,
  quantity: Amount,
  price: Amount,
  fee: Amount,
  realized_pnl: Amount,
});
export type Trade = z.infer<typeof Trade>;

const event = <const Types extends readonly string[], Payload extends z.ZodType>(
  types: Types,
  payload: Payload,
) => z.object({ type: z.enum(types), timestamp: Timestamp, payload });

export const BacktestEvent = z.union([
  event(["job.created", "job.started", "job.completed", "job.failed", "job.cancelled"], Job),
  event(["job.progress"], JobProgress),
  event(["trade.entered", "trade.exited"], Trade),
  event(["signal.generated"], Signal),
]);
export type BacktestEvent = z.infer<typeof BacktestEvent>;

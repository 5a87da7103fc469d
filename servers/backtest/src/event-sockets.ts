/** `/api/ws/events` and `/api/ws/jobs/:uuid`: the feed over sockets, under the rules of the routes. */

import {
  backtestSocketRules,
  eventListeners,
  jobListeners,
  type BacktestAccess,
} from "@bourse/handlers/backtest";
import type { SocketRoute } from "@bourse/http";
import type { EventSource } from "@bourse/kernel";
import { createFanOut } from "@bourse/sockets";
import type { BacktestService, FeedEvent } from "@bourse/trading-core";

/** The two routes; a browser's page is let in from this origin only. */
export function eventSockets(
  access: BacktestAccess,
  { clock, jobs }: Pick<BacktestService, "clock" | "jobs">,
  source: EventSource<FeedEvent>,
): readonly SocketRoute[] {
  const fanOut = createFanOut({ source, ...backtestSocketRules(clock) });
  return [
    fanOut.route("/api/ws/events", eventListeners(access)),
    fanOut.route("/api/ws/jobs/:uuid", jobListeners(access, jobs)),
  ];
}

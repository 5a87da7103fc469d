/** `/api/ws/events` and `/api/ws/jobs/:uuid`: the feed over sockets, under the rules of the routes. */

import {
  checkBacktestListener,
  isTradeOrSignal,
  seesTrades,
  translateBacktestError,
  wireEvent,
} from "@bourse/handlers/backtest";
import type { SocketRoute } from "@bourse/http";
import type { Clock, EventSource } from "@bourse/kernel";
import { createFanOut, type Dialect, type EventFilter } from "@bourse/sockets";
import type { BacktestService, FeedEvent } from "@bourse/trading-core";

import { accessOf } from "./access.ts";
import type { BacktestEnvironment } from "./environment.ts";

/**
 * The two routes. With keys a client sends one as X-API-Key in its handshake; a browser's page is let in from this
 * origin only. A server without keys tells of trades only those that call it directly on its own machine.
 */
export function eventSockets(
  config: BacktestEnvironment,
  service: BacktestService,
  source: EventSource<FeedEvent>,
): readonly SocketRoute[] {
  const fanOut = createFanOut({
    source,
    dialect: dialectOf(service.clock),
    conflateBy,
    ids: "always",
    isActedUpon: isTradeOrSignal,
  });
  const access = accessOf(config);
  return [
    fanOut.route("/api/ws/events", {
      authorize: (handshake) => checkBacktestListener(access, handshake),
      select: (handshake) => (seesTrades(access, handshake) ? everything : withoutTrades),
    }),
    fanOut.route("/api/ws/jobs/:uuid", {
      async authorize(handshake) {
        checkBacktestListener(access, handshake);
        await findJob(service, handshake.params["uuid"] ?? "");
      },
      select: ({ params }) => ofJob(params["uuid"] ?? ""),
    }),
  ];
}

/** `{type, timestamp, payload}` for everything that is said. */
function dialectOf(clock: Clock): Dialect<FeedEvent> {
  return {
    event: wireEvent,
    reply: (type, data) => ({
      type,
      timestamp: new Date(clock.now()).toISOString(),
      payload: data ?? null,
    }),
    bodyKey: "payload",
  };
}

/** A slow client gets only the newest progress of a job. */
function conflateBy(event: FeedEvent): string | undefined {
  return event.type === "job.progress" ? `progress of ${event.job.uuid}` : undefined;
}

const everything: EventFilter<FeedEvent> = { key: "", accepts: () => true };

const withoutTrades: EventFilter<FeedEvent> = {
  key: "without trades",
  accepts: ({ type }) => !type.startsWith("trade."),
};

function ofJob(uuid: string): EventFilter<FeedEvent> {
  return { key: `job ${uuid}`, accepts: (event) => "job" in event && event.job.uuid === uuid };
}

/** @throws Problem JOB_NOT_FOUND */
async function findJob(service: BacktestService, uuid: string): Promise<void> {
  try {
    await service.jobs.get(uuid);
  } catch (error) {
    throw translateBacktestError(error) ?? error;
  }
}

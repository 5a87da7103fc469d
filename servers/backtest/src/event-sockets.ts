/** `/api/ws/events` and `/api/ws/jobs/:uuid`: the feed over sockets, under the rules of the routes. */

import type { BacktestService, FeedEvent } from "@bourse/backtest-engine/service";
import { translateBacktestError, wireEvent } from "@bourse/handlers/backtest";
import type { Handshake, SocketRoute } from "@bourse/http";
import { systemIds, type Clock, type EventSource } from "@bourse/kernel";
import { createFanOut, type Dialect, type EventFilter } from "@bourse/sockets";

import { isOpenToAll, requireKey } from "./access.ts";
import type { BacktestEnvironment } from "./environment.ts";

/**
 * The two routes. With keys a client sends one as X-API-Key in its handshake; a browser's page is let in from this
 * origin only. A server that is open to the network without keys sends no events of trades.
 */
export function eventSockets(
  config: BacktestEnvironment,
  service: BacktestService,
  source: EventSource<FeedEvent>,
): readonly SocketRoute[] {
  const fanOut = createFanOut({ source, dialect: dialectOf(service.clock), conflateBy });
  const guard = config.API_KEYS.length > 0 ? requireKey(config.API_KEYS) : undefined;
  const authorize = ({ headers }: Handshake): void => {
    const key = headers["x-api-key"];
    guard?.("apiKey", typeof key === "string" ? key : undefined);
  };
  return [
    fanOut.route("/api/ws/events", {
      authorize,
      ...(isOpenToAll(config) && { select: () => withoutTrades }),
    }),
    fanOut.route("/api/ws/jobs/:uuid", {
      async authorize(handshake) {
        authorize(handshake);
        await findJob(service, handshake.params["uuid"] ?? "");
      },
      select: ({ params }) => ofJob(params["uuid"] ?? ""),
    }),
  ];
}

/** Different at each start, so that a client that comes back learns of what it missed. */
export function feedEpoch(): string {
  return systemIds.uuid();
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

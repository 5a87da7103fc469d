/** The work of the server, begun after and ended before those who listen to it. */

import {
  createEventFeed,
  type BacktestService,
  type EventFeed,
} from "@bourse/backtest-engine/service";
import type { ClosingStack } from "@bourse/http";

import { feedEpoch } from "./event-sockets.ts";

/**
 * Opens the feed of events, then starts the workers: a recovered job's first events come while they start. They stop in
 * reverse, so that the feed has the events of jobs that end while the server does.
 */
export async function startWork(
  service: Pick<BacktestService, "bus" | "start" | "stop">,
  opened: ClosingStack,
  deadlineMilliseconds: number,
): Promise<EventFeed> {
  const feed = createEventFeed({ bus: service.bus, epoch: feedEpoch() });
  opened.push(() => feed.stop());
  await service.start();
  opened.push(() => service.stop({ deadlineMilliseconds }));
  return feed;
}

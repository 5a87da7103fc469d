/** The work of the server, begun after and ended before those who listen to it. */

import type { ClosingStack } from "@bourse/kernel";
import type { BacktestService, EventFeed } from "@bourse/trading-core";

/**
 * Opens the feed of events, then starts the workers: a recovered job's first events come while they start. They stop in
 * reverse, so that the feed has the events of jobs that end while the server does.
 */
export async function startWork(
  openFeed: () => Promise<EventFeed>,
  service: Pick<BacktestService, "start" | "stop">,
  opened: ClosingStack,
  deadlineMilliseconds: number,
): Promise<EventFeed> {
  const feed = await openFeed();
  opened.push(() => feed.stop());
  await service.start();
  opened.push(() => service.stop({ deadlineMilliseconds }));
  return feed;
}

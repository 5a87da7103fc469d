/** The work of a service, begun after and ended before those who listen to it. */

import { anyFunction, checkNumber, objectOf, type ClosingStack } from "@bourse/kernel";

import type { BacktestService } from "../backtest-service.ts";
import type { EventFeed } from "../feed/event-feed.ts";

/**
 * Opens the feed of events, then starts the workers: a recovered job's first events come while they start. What ends
 * both is pushed on `opened`: in reverse, so that the feed has the events of jobs that end while the process does.
 * `deadlineMilliseconds`: time that running jobs get to end before they are given back.
 */
export async function startWork(
  openFeed: () => Promise<EventFeed>,
  service: Pick<BacktestService, "start" | "stop">,
  opened: ClosingStack,
  deadlineMilliseconds: number,
): Promise<EventFeed> {
  anyFunction("openFeed", openFeed);
  objectOf({ start: anyFunction, stop: anyFunction })("service", service);
  objectOf({ push: anyFunction, close: anyFunction })("opened", opened);
  checkNumber("deadlineMilliseconds", deadlineMilliseconds, { min: 0 });
  const feed = await openFeed();
  opened.push(() => feed.stop());
  await service.start();
  opened.push(() => service.stop({ deadlineMilliseconds }));
  return feed;
}

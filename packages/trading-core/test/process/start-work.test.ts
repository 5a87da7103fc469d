import { createClosingStack, createInProcessBus } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createEventFeed, jobTopic } from "../../src/index.ts";
import { startWork } from "../../src/process/start-work.ts";

/** A service of which only the start and the stop are seen: each publishes one event of a job. */
function talkative() {
  const bus = createInProcessBus();
  const say = async (type: "job.started" | "job.completed"): Promise<void> => {
    bus.publish(jobTopic, { type, timestamp: 0, job: { uuid: "a" } });
    // Delivered in a turn of its own, as events of workers are while they start.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  return { bus, start: () => say("job.started"), stop: () => say("job.completed") };
}

test("events that the workers cause while they start and while they stop are in the feed", async () => {
  const opened = createClosingStack();
  const service = talkative();
  const openFeed = async () => createEventFeed({ bus: service.bus, epoch: "e" });
  const feed = await startWork(openFeed, service, opened, 1000);
  const types = (): string[] => feed.source.last(10).map(({ type }) => type);
  expect(types()).toEqual(["job.started"]);
  await opened.close();
  expect(types()).toEqual(["job.started", "job.completed"]);
});

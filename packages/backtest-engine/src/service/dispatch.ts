/** Handing a job to the queue, within a time that a caller can wait for. */

import { hasCode, type Bus, type Clock } from "@bourse/kernel";

import { jobQueue } from "./job.ts";

/** Why a job could not be handed over, for the `warning` of the answer; undefined: a worker has it before it. */
export async function dispatchJob(
  bus: Bus,
  clock: Clock,
  uuid: string,
  timeoutMilliseconds: number,
): Promise<string | undefined> {
  const timer = new AbortController();
  const late = clock
    .sleep(timeoutMilliseconds, timer.signal)
    .then(() => "the queue did not answer in time")
    .catch(() => undefined);
  const taken = enqueue(bus, uuid);
  try {
    const fault = await Promise.race([taken, late]);
    return fault && `The job waits, for ${fault}; it is stored and runs as soon as it can.`;
  } finally {
    timer.abort();
  }
}

/** Never rejects, whatever the bus does: the job is stored and waits. */
async function enqueue(bus: Bus, uuid: string): Promise<string | undefined> {
  try {
    const { consumers } = await bus.enqueue(jobQueue, uuid, { uuid });
    return consumers > 0 ? undefined : "no worker is there to take it";
  } catch (error) {
    return hasCode(error, "BUS_QUEUE_FULL") ? "the queue is full" : "the queue is out of reach";
  }
}

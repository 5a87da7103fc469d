/** Handing a job to the queue, within a time that a caller can wait for. */

import { hasCode, withDeadline, type Bus, type Clock } from "@bourse/kernel";

import { jobQueue } from "./job.ts";

/** Why a job could not be handed over, for the `warning` of the answer; undefined: a worker has it before it. */
export async function dispatchJob(
  bus: Bus,
  clock: Clock,
  uuid: string,
  timeoutMilliseconds: number,
): Promise<string | undefined> {
  const onTimeout = (): string => "the queue did not answer in time";
  const fault = await withDeadline({ clock, milliseconds: timeoutMilliseconds, onTimeout }, () =>
    enqueue(bus, uuid),
  );
  return fault && `The job waits, for ${fault}; it is stored and runs as soon as it can.`;
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

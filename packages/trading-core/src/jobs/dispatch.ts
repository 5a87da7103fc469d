/** Dispatch of a job to the queue, with a time limit. */

import { hasCode, withDeadline, type Bus, type Clock } from "@bourse/kernel";

import { queueOf, type JobType } from "./job.ts";

/** Queues a job. Returns the warning for the answer when no worker will take it at once, otherwise undefined. */
export async function dispatchJob(
  bus: Bus,
  clock: Clock,
  { id: uuid, jobType }: { readonly id: string; readonly jobType: JobType },
  timeoutMilliseconds: number,
): Promise<string | undefined> {
  const onTimeout = (): string =>
    "the queue did not answer in time. It will run when the queue answers again.";
  const reason = await withDeadline({ clock, milliseconds: timeoutMilliseconds, onTimeout }, () =>
    enqueue(bus, queueOf(jobType), uuid),
  );
  return reason && `Job saved but not started: ${reason}`;
}

/** Queues the job and says why no worker takes it at once. It never rejects, because the job is stored already. */
async function enqueue(bus: Bus, queue: string, uuid: string): Promise<string | undefined> {
  try {
    const { hasConsumer } = await bus.enqueue(queue, uuid, { uuid });
    if (hasConsumer) return undefined;
    return "no worker is connected. It will run when one connects.";
  } catch (error) {
    if (hasCode(error, "BUS_QUEUE_FULL")) {
      return "the queue is full. It will run when there is room.";
    }
    return hasCode(error, "BUS_UNAVAILABLE") && error.details["isRefusal"] === true
      ? "the bus stores no more messages. It will run when the bus has room."
      : "the queue cannot be reached. It will run when the queue can be reached again.";
  }
}

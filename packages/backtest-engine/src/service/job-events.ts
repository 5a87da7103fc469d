/** What listeners hear about jobs: after the commit, at most once, never the truth. */

import type { Bus, Clock, Subscription } from "@bourse/kernel";

import {
  jobTopic,
  viewJob,
  type JobDocument,
  type JobEvent,
  type JobProgress,
  type JobStepEvent,
} from "./job.ts";

/** What happens to jobs, as it happens, wherever on the bus it happens. */
export interface JobEvents {
  /**
   * Tells of every event from now on, of all jobs or of one; each at most once. The store has the truth: look the
   * job up when an event may have been missed.
   */
  subscribe(
    listener: (event: JobEvent) => void,
    options?: { readonly jobUuid?: string },
  ): Subscription;
}

/** The events on a bus. */
export function createJobEvents(bus: Bus): JobEvents {
  return {
    subscribe: (listener, { jobUuid } = {}) =>
      bus.subscribe<JobEvent>(jobTopic, (event) => {
        if (jobUuid === undefined || event.job.uuid === jobUuid) listener(event);
      }),
  };
}

/** Tells whoever listens now; no listener can make the change fail. */
export function publishJob(bus: Bus, type: JobStepEvent["type"], document: JobDocument): void {
  const event: JobEvent = { type, timestamp: document.updatedAt, job: viewJob(document) };
  bus.publish(jobTopic, event);
}

/** Least milliseconds between two events of progress of one run, the last excepted. */
const PROGRESS_MILLISECONDS = 200;

/** Tells how far a run is, but not more often than a listener can use. */
export function createProgressTeller(
  bus: Bus,
  clock: Pick<Clock, "now">,
  document: JobDocument,
): (report: JobProgress) => void {
  let told = -Infinity;
  let furthest = -1;
  const job = viewJob(document);
  return ({ progress, candlesPerSecond }) => {
    const now = clock.now();
    if (progress <= furthest || (progress < 1 && now - told < PROGRESS_MILLISECONDS)) return;
    told = now;
    furthest = progress;
    const event: JobEvent = {
      type: "job.progress",
      timestamp: now,
      job,
      progress,
      candlesPerSecond,
    };
    bus.publish(jobTopic, event);
  };
}

/** Events about jobs: published after the commit, delivered at most once. The store has the truth. */

import type { Bus, Clock, Subscription } from "@bourse/kernel";

import { readEvent, type Subjects } from "../events/read-event.ts";
import {
  jobTopic,
  viewJob,
  type JobDocument,
  type JobEvent,
  type JobProgress,
  type JobStepEvent,
} from "./job.ts";

/** The types of events about jobs. */
export const JOB_SUBJECTS: Subjects<JobEvent["type"]> = {
  "job.created": "job",
  "job.started": "job",
  "job.progress": "job",
  "job.completed": "job",
  "job.failed": "job",
  "job.cancelled": "job",
};

/** A subscription to the events of jobs, from every process on the bus. */
export interface JobEvents {
  /**
   * Calls `listener` with every event from now on, of all jobs or of the one with `jobUuid`, each at most once. Look
   * the job up when an event may have been missed.
   */
  subscribe(
    listener: (event: JobEvent) => void,
    options?: { readonly jobUuid?: string },
  ): Subscription;
}

/** Creates the subscription over a bus. */
export function createJobEvents(bus: Bus): JobEvents {
  return {
    subscribe: (listener, { jobUuid } = {}) =>
      bus.subscribe(jobTopic, (heard) => {
        const event = readEvent<JobEvent>(heard, JOB_SUBJECTS);
        if (jobUuid === undefined || event.job.uuid === jobUuid) listener(event);
      }),
  };
}

/** The event of a step of a job that is about to be committed. */
export function stepOf(type: JobStepEvent["type"], document: JobDocument): JobStepEvent {
  return { type, timestamp: document.updatedAt, job: viewJob(document) };
}

/** Publishes a committed step of a job to the current listeners. No listener can make the change fail. */
export function publishStep(bus: Bus, event: JobStepEvent | undefined): void {
  if (event !== undefined) bus.publish(jobTopic, event);
}

/** Least milliseconds between two events of progress of one run, the last excepted. */
const PROGRESS_MILLISECONDS = 200;

/** Creates a function that publishes progress, at most five times per second. */
export function createProgressPublisher(
  bus: Bus,
  clock: Pick<Clock, "now">,
  document: JobDocument,
): (report: JobProgress) => void {
  let publishedAt = -Infinity;
  let furthest = -1;
  const job = viewJob(document);
  return ({ progress, candlesPerSecond }) => {
    const now = clock.now();
    if (progress <= furthest || (progress < 1 && now - publishedAt < PROGRESS_MILLISECONDS)) return;
    publishedAt = now;
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

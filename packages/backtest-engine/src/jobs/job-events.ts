/** What listeners hear about jobs: after the commit, at most once, never the truth. */

import type { Bus } from "@bourse/kernel";

import { jobTopic, viewJob, type JobDocument, type JobEvent } from "./job.ts";

/** Tells whoever listens now; no listener can make the change fail. */
export function publishJob(bus: Bus, type: JobEvent["type"], document: JobDocument): void {
  const event: JobEvent = { type, timestamp: document.updatedAt, job: viewJob(document) };
  bus.publish(jobTopic, event);
}

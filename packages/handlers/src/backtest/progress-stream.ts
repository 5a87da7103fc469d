/** A job's progress as Server-Sent Events (WHATWG HTML, 9.2): `progress` as it comes, then `job` once, and the end. */

import type { ProofState } from "@bourse/contract";
import type { JobProgress, Job as WireJob } from "@bourse/contract/backtest";
import { withDeadline, type Clock } from "@bourse/kernel";
import type { Job, JobEvent, JobService } from "@bourse/trading-core";

import { PROOF_MILLISECONDS, watchProof } from "../account-keys/proof-state.ts";
import { wireJob } from "./wire/job.ts";

export interface ProgressStreamOptions {
  readonly clock: Clock;
  /**
   * Time in milliseconds without an event after which a comment is sent and the job looked up, in case an event was
   * missed.
   */
  readonly heartbeatMilliseconds: number;
  /** Judges the proof of the reader once more; the stream ends with it. Default: the proof has no end. */
  readonly recheck?: (() => Promise<ProofState>) | undefined;
}

/** Streams the progress of a job. For a slow reader only the newest progress is kept. */
export function progressStream(
  jobs: JobService,
  uuid: string,
  { clock, heartbeatMilliseconds, recheck }: ProgressStreamOptions,
): ReadableStream<Uint8Array> {
  const mayGoOn = recheck && watchProof(clock, recheck);
  const silence = recheck
    ? Math.min(heartbeatMilliseconds, PROOF_MILLISECONDS)
    : heartbeatMilliseconds;
  const encoder = new TextEncoder();
  let newest: JobProgress | undefined;
  let wake = Promise.withResolvers<void>();
  const subscription = jobs.events.subscribe(
    (event: JobEvent) => {
      if (event.type === "job.progress") {
        const { progress, candlesPerSecond } = event;
        newest = { job_id: uuid, progress, candles_per_second: candlesPerSecond };
      }
      wake.resolve();
    },
    { jobUuid: uuid },
  );
  const left = new AbortController();
  const leave = async (): Promise<void> => {
    left.abort();
    wake.resolve();
    await subscription.stop();
  };
  const tellNext = async (
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): Promise<void> => {
    const send = (text: string): void => controller.enqueue(encoder.encode(text));
    while (!left.signal.aborted) {
      if ((await mayGoOn?.()) === false) {
        controller.close();
        return leave();
      }
      // Looked up before waiting, so that the end of a job is sent at once.
      const job = endOf(await jobs.get(uuid));
      const progress = newest;
      newest = undefined;
      if (progress !== undefined) send(textOf("progress", progress));
      if (job !== undefined) {
        send(textOf("job", job));
        controller.close();
        return leave();
      }
      if (progress !== undefined) return;
      const { promise: awake } = wake;
      const isQuiet = await withDeadline(
        { clock, milliseconds: silence, onTimeout: () => true },
        () => awake.then(() => false),
      );
      wake = Promise.withResolvers<void>();
      if (isQuiet) return send(":\n\n");
    }
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        await tellNext(controller);
      } catch (error) {
        await leave();
        throw error;
      }
    },
    cancel: leave,
  });
}

/** The job as it is sent at its end; undefined for an unfinished one. */
function endOf(job: Job): WireJob | undefined {
  const { status } = job;
  const hasEnded = status === "completed" || status === "failed" || status === "cancelled";
  return hasEnded ? wireJob(job) : undefined;
}

function textOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

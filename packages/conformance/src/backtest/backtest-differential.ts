/** Two services, one random story: every answer must be the same on both. */

import assert from "node:assert/strict";

import { integerOption, resolveOptions, seededRandom } from "@bourse/kernel";

import { normalise, type Normalised } from "../http/normalise.ts";
import { targetOption } from "../http/target-option.ts";
import { wireTo, type ConformanceTarget, type Wire } from "../http/wire.ts";
import { requestsOption } from "../random-requests/request-options.ts";
import { ended } from "./jobs.ts";
import { randomRequest, type RandomRequest } from "./random-requests.ts";

/** Options of {@link backtestDifferential}. */
export interface BacktestDifferentialOptions {
  /** First service: fresh, without jobs. */
  readonly left: ConformanceTarget;
  /** Second service: fresh, without jobs, with the same candles for the same times. */
  readonly right: ConformanceTarget;
  /** Seed of the random requests. Default 1. */
  readonly seed?: number;
  /** Number of requests sent to each service. Default 200. */
  readonly requests?: number;
}

const NOBODY = "00000000-0000-4000-8000-000000000000";
const LIVE = /klines|signal/;

/**
 * Sends both the same requests, one after another, each once the jobs before it have ended.
 *
 * Compared are status, error code, Allow and the body to the last digit; not compared are the names of jobs, the times
 * at which things happened, and the numbers of what follows from the newest candles.
 *
 * @returns how often each status was answered
 * @throws KernelError OPTION_INVALID; AssertionError at the first difference, with the request and its place
 */
export async function backtestDifferential(
  options: BacktestDifferentialOptions,
): Promise<Readonly<Record<number, number>>> {
  const { left, right, seed, requests } = resolveOptions<Required<BacktestDifferentialOptions>>(
    "backtestDifferential",
    options,
    {
      left: targetOption,
      right: targetOption,
      seed: integerOption({ default: 1 }),
      requests: requestsOption(200),
    },
  );
  const random = seededRandom(seed);
  const sides = [sideOf(left), sideOf(right)] as const;
  const statuses: Record<number, number> = {};
  for (let place = 0; place < requests; place += 1) {
    const request = randomRequest(random);
    const [one, other] = await Promise.all(sides.map((side) => play(side, request)));
    assert.deepEqual(one, other, `request ${place} of seed ${seed}: ${JSON.stringify(request)}`);
    const status = one?.status ?? 0;
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

interface Side {
  readonly wire: Wire;
  /** Oldest first. */
  readonly jobs: string[];
}

function sideOf(target: ConformanceTarget): Side {
  return { wire: wireTo(target), jobs: [] };
}

async function play({ wire, jobs }: Side, request: RandomRequest): Promise<Normalised> {
  const uuid = jobs.at(-1 - (request.jobsAgo ?? 0)) ?? NOBODY;
  const answer = await wire.send(request.path.replace("{job}", uuid), {
    method: request.method,
    ...(request.body === undefined
      ? {}
      : {
          body: JSON.stringify(request.body),
          headers: { "content-type": "application/json" },
        }),
  });
  const made = (answer.json as { job_id?: unknown } | undefined)?.job_id;
  if (typeof made === "string" && !jobs.includes(made)) {
    jobs.push(made);
    await ended(wire, made);
  }
  return normalise(answer, jobs, LIVE.test(request.path));
}

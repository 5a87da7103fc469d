/** An answer without what two services may rightly differ in: names of jobs, times, and what follows from now. */

import type { Answer } from "./wire.ts";

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Members whose value depends on the machine or the moment: only their type is kept. */
const MOMENTARY = new Set(["elapsed_ms", "service", "environment", "version", "exchange"]);

export interface Normalised {
  readonly status: number;
  readonly code: string | null;
  readonly allow: string | null;
  readonly body: unknown;
}

/** `jobs`: the uuids of the service, oldest first. `live`: the answer follows from the newest candles. */
export function normalise(answer: Answer, jobs: readonly string[], live: boolean): Normalised {
  const code = answer.headers.get("x-error-code");
  return {
    status: answer.status,
    code,
    allow: answer.headers.get("allow"),
    body: normalised(answer.json, undefined, {
      jobs,
      live: live && answer.status < 400,
      // Which sum is missing follows from the newest price.
      priced: code === "INSUFFICIENT_FUNDS",
    }),
  };
}

interface Rules {
  readonly jobs: readonly string[];
  readonly live: boolean;
  readonly priced: boolean;
}

function normalised(value: unknown, key: string | undefined, rules: Rules): unknown {
  if (key !== undefined && MOMENTARY.has(key)) return `<${typeof value}>`;
  if (typeof value === "number") return rules.live && key !== "count" ? "<number>" : value;
  if (typeof value === "string") return text(value, key, rules);
  if (Array.isArray(value)) return value.map((item) => normalised(item, undefined, rules));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, normalised(member, name, rules)]),
  );
}

function text(value: string, key: string | undefined, { jobs, live, priced }: Rules): string {
  if (priced) return value.replaceAll(/\d+(?:\.\d+)?/g, "<number>");
  const place = jobs.indexOf(value);
  if (place !== -1) return `<job ${place}>`;
  // The range of a result is part of what is compared; when a job was made is not.
  if (ISO_TIME.test(value) && (live || key?.endsWith("_at") === true)) return "<time>";
  return live && key === "direction" ? "<direction>" : withoutJobs(value, jobs);
}

/** Sentences may name a job. */
function withoutJobs(value: string, jobs: readonly string[]): string {
  return jobs.reduce((line, uuid, place) => line.replaceAll(uuid, `<job ${place}>`), value);
}

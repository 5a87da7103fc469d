/** `/livez` and `/readyz`: whether the process runs, and whether it wants traffic. */

import type { Outgoing } from "@bourse/contract";

import type { ServedRow } from "../request/table-row.ts";

/** Readiness of a service that can do its work, though its operator should change something. */
export interface ReadyWithWarnings {
  /** Sentences about what should change, which `/readyz` shows to everybody. */
  readonly warnings: readonly string[];
}

/**
 * Returns true, or warnings, when the service can do its work now, else false or the reason in one sentence, which
 * `/readyz` shows to everybody. A rejection counts as false.
 */
export type Readiness = () => ReadinessState | Promise<ReadinessState>;

type ReadinessState = boolean | string | ReadyWithWarnings;

/** Answer of `/readyz`: `ready`, `not ready` or `draining`, with the reason and the warnings where there are some. */
export interface ReadinessAnswer {
  readonly status: "ready" | "not ready" | "draining";
  readonly reason: string | undefined;
  readonly warnings?: readonly string[];
}

/** Asks `ready`, which counts as false when it rejects; `draining` from the moment `isDraining` says so. */
export async function readinessOf(
  ready: Readiness,
  isDraining: () => boolean,
): Promise<ReadinessAnswer> {
  if (isDraining()) return { status: "draining", reason: undefined };
  const answer = await askReady(ready);
  if (typeof answer === "object" && answer.warnings.length > 0) {
    return { status: "ready", reason: undefined, ...answer };
  }
  if (answer === true || typeof answer === "object") return { status: "ready", reason: undefined };
  return { status: "not ready", reason: answer === false ? undefined : answer };
}

async function askReady(ready: Readiness): Promise<ReadinessState> {
  try {
    return await ready();
  } catch {
    return false;
  }
}

/** The two probes. `/readyz` is 503 from the moment `isDraining` says so, whatever `ready` thinks. */
export function probeRows(ready: Readiness, isDraining: () => boolean): readonly ServedRow[] {
  const readyz = async (): Promise<Outgoing> => {
    const answer = await readinessOf(ready, isDraining);
    return probeReply(answer.status === "ready" ? 200 : 503, answer);
  };
  const row = { method: "GET", limited: false };
  return [
    { ...row, path: "/livez", operation: "livez", run: () => probeReply(200, { status: "ok" }) },
    { ...row, path: "/readyz", operation: "readyz", run: readyz },
  ];
}

function probeReply(status: number, answer: object): Outgoing {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(answer),
  };
}

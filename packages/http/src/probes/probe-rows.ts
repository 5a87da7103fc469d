/** `/livez` and `/readyz`: whether the process runs, and whether it wants traffic. */

import type { Outgoing } from "@bourse/contract";

import type { ServedRow } from "../request/table-row.ts";

/**
 * Returns true when the service can do its work now, else false or the reason in one sentence, which `/readyz` shows to
 * everybody. A rejection counts as false.
 */
export type Readiness = () => boolean | string | Promise<boolean | string>;

/** Answer of `/readyz`: `ready`, `not ready` or `draining`, with the reason where there is one. */
export interface ReadinessAnswer {
  readonly status: "ready" | "not ready" | "draining";
  readonly reason: string | undefined;
}

/** Asks `ready`, which counts as false when it rejects; `draining` from the moment `isDraining` says so. */
export async function readinessOf(
  ready: Readiness,
  isDraining: () => boolean,
): Promise<ReadinessAnswer> {
  if (isDraining()) return { status: "draining", reason: undefined };
  const answer = await askReady(ready);
  if (answer === true) return { status: "ready", reason: undefined };
  return { status: "not ready", reason: answer === false ? undefined : answer };
}

async function askReady(ready: Readiness): Promise<boolean | string> {
  try {
    return await ready();
  } catch {
    return false;
  }
}

/** The two probes. `/readyz` is 503 from the moment `isDraining` says so, whatever `ready` thinks. */
export function probeRows(ready: Readiness, isDraining: () => boolean): readonly ServedRow[] {
  const readyz = async (): Promise<Outgoing> => {
    const { status, reason } = await readinessOf(ready, isDraining);
    return probeReply(status === "ready" ? 200 : 503, status, reason);
  };
  const row = { method: "GET", limited: false };
  return [
    { ...row, path: "/livez", operation: "livez", run: () => probeReply(200, "ok") },
    { ...row, path: "/readyz", operation: "readyz", run: readyz },
  ];
}

function probeReply(status: number, word: string, reason?: string): Outgoing {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ status: word, reason }),
  };
}

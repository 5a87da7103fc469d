/** `/livez` and `/readyz`: whether the process runs, and whether it wants traffic. */

import type { Outgoing } from "@bourse/contract";

import type { ServedRow } from "../server/table-row.ts";

/**
 * Returns true when the service can do its work now, else false or the reason in one sentence, which `/readyz` shows to
 * everybody. A rejection counts as false.
 */
export type Readiness = () => boolean | string | Promise<boolean | string>;

/** The two probes. `/readyz` is 503 from the moment `isDraining` says so, whatever `ready` thinks. */
export function probeRows(ready: Readiness, isDraining: () => boolean): readonly ServedRow[] {
  const readyz = async (): Promise<Outgoing> => {
    if (isDraining()) return probeReply(503, "draining");
    try {
      const answer = await ready();
      if (answer === true) return probeReply(200, "ready");
      return probeReply(503, "not ready", answer === false ? undefined : answer);
    } catch {
      return probeReply(503, "not ready");
    }
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

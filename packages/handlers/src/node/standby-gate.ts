/** Answers of a node that stands by: what the store holds, and nothing that is the writer's to decide. */

import { problemReply, type Api, type BoundRoute, type Problem } from "@bourse/contract";
import { standbyError } from "@bourse/node-core";

import { translateNodeError } from "./translate.ts";

/** Operations that only read what the writer has committed, or the chain. */
const READS: ReadonlySet<string> = new Set([
  "balance",
  "complianceHistory",
  "exportCompliance",
  "getData",
  "health",
  "info",
  "listApiKeys",
  "listAudit",
  "listReceived",
  "listShares",
  "listTokens",
  "listTransactions",
  "metrics",
  "quoteFee",
  "root",
  "self",
  "statsHistory",
]);

/** Reason of `/readyz` while this process is not the writer. */
export const STANDBY_REASON = "standby: another process of this wallet is the writer";

/** Returns the problem of a call that needs the writer, on a node that stands by: 503 STANDBY. */
export function standbyProblem(): Problem {
  const problem = translateNodeError(standbyError());
  if (problem === undefined) throw standbyError();
  return problem;
}

/** Returns the routes, which answer 503 STANDBY while `isWriter` returns false, but for reads that need no writer. */
export function gateStandby(
  { wire }: Pick<Api, "wire">,
  isWriter: () => boolean,
  routes: readonly BoundRoute[],
): readonly BoundRoute[] {
  return routes.map((row) =>
    READS.has(row.key)
      ? row
      : {
          ...row,
          run: (incoming) =>
            isWriter() ? row.run(incoming) : problemReply(wire, standbyProblem()),
        },
  );
}

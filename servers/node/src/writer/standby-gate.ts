/** Answers of a node that stands by: what the store holds, and nothing that is the writer's to decide. */

import { problemReply, type Api, type BoundRoute, type Problem } from "@bourse/contract";
import { translateNodeError } from "@bourse/handlers/node";
import { NodeError } from "@bourse/node-core";

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
  "root",
  "self",
]);

/** Reason of `/readyz` while this process is not the writer. */
export const STANDBY_REASON = "standby: another process of this wallet is the writer";

/** The error of a call that needs the writer. */
export function standbyError(): NodeError {
  return new NodeError("STANDBY", "This node stands by: another process is the writer.");
}

/** The same as a problem on the wire. */
export function standbyProblem(): Problem {
  const problem = translateNodeError(standbyError());
  if (problem === undefined) throw standbyError();
  return problem;
}

/** The routes, which answer 503 STANDBY while `isWriter` says no, but for reads that need no writer. */
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

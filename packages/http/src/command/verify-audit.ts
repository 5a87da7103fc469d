/** The command `audit verify`, which every server has. */

import type { AuditMark, AuditTrail } from "@bourse/kernel";

import type { CommandOutput } from "./command-output.ts";

/**
 * Verifies an audit trail and prints the verdict. `noted` is the `POSITION:HASH` that an earlier run printed; default
 * none. Resolves to the exit code: 0 when the chain holds, 1 when it does not, 2 for another form of `noted`.
 */
export async function verifyAudit(
  trail: Pick<AuditTrail, "verify">,
  noted: string | undefined,
  { stdout, stderr }: CommandOutput,
): Promise<0 | 1 | 2> {
  const mark = noted === undefined ? undefined : markOf(noted);
  if (noted !== undefined && mark === undefined) {
    stderr(`"${noted}" is no row: expected POSITION:HASH as this command prints it.`);
    return 2;
  }
  const { ok, rows, removed, head, fault } = await trail.verify(mark);
  if (!ok) {
    stderr(`The audit trail is damaged. ${fault} (${rows} rows before it are whole.)`);
    return 1;
  }
  const older = removed === 0 ? "" : ` after ${removed} older rows that were removed`;
  stdout(`The audit trail is whole: ${rows} rows${older}.`);
  stdout(`Its newest row is ${head.sequence}:${head.hash}`);
  return 0;
}

function markOf(text: string): AuditMark | undefined {
  const found = /^(\d{1,12}):([0-9a-f]{64})$/.exec(text);
  return found === null ? undefined : { sequence: Number(found[1]), hash: found[2] ?? "" };
}

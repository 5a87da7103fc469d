/** The command `audit verify`, which every service has. */

import type { AuditMark, AuditTrail } from "@bourse/kernel";

import {
  UsageError,
  type Command,
  type CommandOutput,
  type ExitCode,
  type Surroundings,
} from "../command/command.ts";

type Trail = Pick<AuditTrail, "verify">;

/** Makes the command; `onTrail` opens the audit trail of the service, calls `verify` with it and closes it. */
export function auditCommand(
  onTrail: (
    surroundings: Surroundings,
    verify: (trail: Trail) => Promise<ExitCode>,
  ) => Promise<ExitCode>,
): Command {
  return {
    summary: "check the chain of the audit trail, and that a row noted earlier is still there",
    takes: [
      {
        name: "POSITION:HASH",
        isOptional: true,
        description: "the newest row, as an earlier run printed it",
      },
    ],
    run: ({ words: [noted] }, surroundings) => {
      const mark = markOf(noted);
      return onTrail(surroundings, (trail) => verifyAudit(trail, mark, surroundings));
    },
  };
}

/** Verifies an audit trail and prints the verdict. Resolves to the exit code: 0 when the chain holds, else 1. */
async function verifyAudit(
  trail: Trail,
  mark: AuditMark | undefined,
  { stdout, stderr }: CommandOutput,
): Promise<0 | 1> {
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

/** @throws UsageError for another form than the command prints */
function markOf(text: string | undefined): AuditMark | undefined {
  if (text === undefined) return undefined;
  const found = /^(\d{1,12}):([0-9a-f]{64})$/.exec(text);
  if (found !== null) return { sequence: Number(found[1]), hash: found[2] ?? "" };
  throw new UsageError(`"${text}" is no row: expected POSITION:HASH as this command prints it.`);
}

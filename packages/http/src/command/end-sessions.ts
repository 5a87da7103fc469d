/** The command `sessions end`, which every server with accounts has. */

import type { AuditTrail } from "@bourse/kernel";

import type { CommandOutput } from "./command-output.ts";

/** Ends the sessions of all users, as after the restore of a backup, prints their number and notes it in the trail. */
export async function endSessions(
  sessions: { endEverybody(): Promise<number> },
  trail: Pick<AuditTrail, "append">,
  { stdout }: CommandOutput,
): Promise<0> {
  const ended = await sessions.endEverybody();
  trail.append({ action: "session.all_ended", actor: "operator", details: { sessions: ended } });
  stdout(
    `Sessions that were ended: ${ended}. Everybody has to log in again; API keys are as they were.`,
  );
  return 0;
}

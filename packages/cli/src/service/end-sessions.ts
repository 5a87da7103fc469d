/** The command `sessions end`, which every service with accounts has. */

import type { AuditTrail } from "@bourse/kernel";

import type { Command, CommandOutput, ExitCode, Surroundings } from "../command/command.ts";

/** The parts of a core that the command needs. */
interface CoreWithSessions {
  readonly sessions: { endEverybody(): Promise<number> };
  readonly trail: Pick<AuditTrail, "append">;
}

/** Makes the command; `onCore` opens the core of the service, calls `end` with it and closes it. */
export function endSessionsCommand(
  onCore: (
    surroundings: Surroundings,
    end: (core: CoreWithSessions) => Promise<ExitCode>,
  ) => Promise<ExitCode>,
): Command {
  return {
    summary: "end the sessions of all accounts, as after a restored backup",
    run: (_, surroundings) => onCore(surroundings, (core) => endSessions(core, surroundings)),
  };
}

/** Ends the sessions of all accounts, prints their number and notes it in the trail. */
async function endSessions(
  { sessions, trail }: CoreWithSessions,
  { stdout }: CommandOutput,
): Promise<ExitCode> {
  const ended = await sessions.endEverybody();
  trail.append({ action: "session.all_ended", actor: "operator", details: { sessions: ended } });
  stdout(
    `Sessions that were ended: ${ended}. Everybody has to log in again; API keys are as they were.`,
  );
  return 0;
}

/** The parts that the acts on sessions share. */

import type { LiveSessions } from "./live-sessions.ts";
import type { SessionsOptions } from "./sessions-options.ts";

export interface SessionsParts extends Readonly<Required<SessionsOptions>> {
  readonly live: LiveSessions;
}

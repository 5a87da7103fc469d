/** Findings of `doctor` about what waits to leave, where the store can be opened: not while a server has its file. */

import type { ServerFinding } from "@bourse/http";
import { hasCode } from "@bourse/kernel";
import { outboxFigures } from "@bourse/outbox";

import type { Surroundings } from "../command/command.ts";
import type { OnStore } from "./outbox-commands.ts";

/** One finding for each outbox that has entries. `service` is the word of the service. */
export async function outboxFindings(
  service: string,
  surroundings: Surroundings,
  onStore: OnStore,
): Promise<readonly ServerFinding[]> {
  const findings: ServerFinding[] = [];
  try {
    await onStore(
      { ...surroundings, stdout: () => undefined, stderr: () => undefined },
      async (store) => {
        for (const { box, waiting, held, dead, oldestSeconds } of await outboxFigures(store)) {
          const oldest = waiting === 0 ? "" : `, the oldest for ${Math.round(oldestSeconds)} s`;
          const facts = `${box}: ${waiting} wait${oldest}; ${dead} given up; ${held} held`;
          // Receivers of webhooks are strangers' own: what they do not take is no fault of this server.
          const isOwn = box === "mail" || box === "alerts";
          const isFault = held > 0 || (isOwn && dead > 0);
          const advice = held > 0 ? `: see bourse ${service} outbox list` : "";
          findings.push({ kind: isFault ? "problem" : "ok", sentence: facts + advice });
        }
        return 0;
      },
    );
  } catch (error) {
    if (!hasCode(error, "STORE_NOT_FOUND", "STORE_LOCKED")) {
      const sentence = `what waits to leave cannot be counted: ${(error as Error).message}`;
      findings.push({ kind: "note", sentence });
    }
  }
  return findings;
}

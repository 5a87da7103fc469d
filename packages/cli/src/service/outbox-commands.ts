/** The commands `outbox` of a service: what is held since a backup was restored, released or dropped. */

import type { Store } from "@bourse/kernel";
import { dropHeld, heldEntries, holdEntries, releaseHeld } from "@bourse/outbox";

import type {
  Argument,
  Command,
  CommandTable,
  ExitCode,
  Surroundings,
} from "../command/command.ts";

/** Opens the store of the service, calls `act` with it and closes it. */
export type OnStore = (
  surroundings: Surroundings,
  act: (store: Store) => Promise<ExitCode>,
) => Promise<ExitCode>;

const BOX: Argument = {
  name: "BOX",
  isOptional: true,
  description: "mail or webhooks; both without it",
};

/** Makes the commands. */
export function outboxCommands(onStore: OnStore): CommandTable {
  const change = (
    command: Omit<Command, "run" | "takes">,
    [act, done]: readonly [act: (store: Store, box?: string) => Promise<number>, done: string],
  ): Command => ({
    ...command,
    takes: [BOX],
    run: ({ words: [box] }, surroundings) =>
      onStore(surroundings, async (store) => {
        surroundings.stdout(`${done}: ${await act(store, box)}.`);
        return 0;
      }),
  });
  return {
    "outbox list": {
      summary: "show how many mails and webhooks are held since a backup was restored",
      run: (_, surroundings) => onStore(surroundings, (store) => listHeld(store, surroundings)),
    },
    "outbox hold": change(
      {
        summary: "hold all that waits, as after a backup of a disk that no server can recognise",
        details: "Before the first server is started on it.",
      },
      [holdEntries, "Held"],
    ),
    "outbox release": change(
      {
        summary: "send what is held, under the ids that it had before the backup was restored",
        details:
          "What was delivered after the backup was made is delivered again: receivers of webhooks know it by its webhook-id.",
        examples: ["webhooks"],
      },
      [releaseHeld, "Released"],
    ),
    "outbox drop": change(
      {
        summary: "give up what is held: mails are deleted, owners of webhooks can replay theirs",
        examples: ["mail"],
      },
      [dropHeld, "Dropped"],
    ),
  };
}

async function listHeld(store: Store, { stdout }: Surroundings): Promise<ExitCode> {
  const held = await heldEntries(store);
  if (held.length === 0) stdout("Nothing is held.");
  for (const { box, count, oldestAt } of held) {
    stdout(`${box.padEnd(8)}  ${count} held, the oldest of ${new Date(oldestAt).toISOString()}`);
  }
  return 0;
}

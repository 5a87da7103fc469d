/** The commands `webhooks` that every service has: what its receivers have not taken, and its replay. */

import { failedDeliveries, replayFailed, storedWebhooks } from "@bourse/outbox";

import type { CommandTable } from "../command/command.ts";
import type { OnStore } from "./outbox-commands.ts";

/** Webhooks and deliveries that a command shows at most. */
const SHOWN = 1000;

/** The command `webhooks list` of a service whose webhooks belong to keys. */
export function webhookListCommand(onStore: OnStore): CommandTable {
  return {
    "webhooks list": {
      summary: "list the webhooks of all keys; addresses and secrets stay encrypted",
      run: (_, surroundings) =>
        onStore(surroundings, async (store) => {
          const webhooks = await storedWebhooks(store, SHOWN);
          if (webhooks.length === 0) surroundings.stdout("There are no webhooks.");
          for (const { id, owner, enabled, events, createdAt } of webhooks) {
            const time = new Date(createdAt).toISOString();
            const words = [id, enabled ? "on " : "off", time, owner.slice(0, 16)];
            surroundings.stdout(`${words.join("  ")}  ${events.join(" ")}`);
          }
          return 0;
        }),
    },
  };
}

/** Makes the commands about deliveries. */
export function webhookCommands(onStore: OnStore): CommandTable {
  return {
    "webhooks failed": {
      summary: "list the newest deliveries of webhooks that were given up",
      run: (_, surroundings) =>
        onStore(surroundings, async (store) => {
          const failed = await failedDeliveries(store, SHOWN);
          if (failed.length === 0) surroundings.stdout("No delivery was given up.");
          for (const { id, webhook, type, occurredAt, attempts, error } of failed) {
            const time = new Date(occurredAt).toISOString();
            const facts = `${id}  ${time}  ${type}  webhook ${webhook}`;
            surroundings.stdout(`${facts}  ${attempts} requests  ${printable(error)}`);
          }
          return 0;
        }),
    },
    "webhooks replay": {
      summary: "send a delivery again that was given up, once the server runs",
      takes: [{ name: "ID", description: "id of the delivery, as webhooks failed shows it" }],
      run: ({ words: [id = ""] }, { stdout, stderr, ...surroundings }) =>
        onStore({ stdout, stderr, ...surroundings }, async (store) => {
          if (await replayFailed(store, id)) {
            stdout(`The delivery ${id} waits again, under the same webhook-id.`);
            return 0;
          }
          stderr(`No delivery that was given up has the id ${JSON.stringify(id.slice(0, 200))}.`);
          return 1;
        }),
    },
  };
}

/** A text on one line, without characters that a terminal could act upon. */
function printable(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}

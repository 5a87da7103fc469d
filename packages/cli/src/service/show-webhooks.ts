import type { AuthCore } from "@bourse/server-auth/parts";

import type { CommandOutput, ExitCode } from "../command/command.ts";

/** Deliveries that are shown of each webhook. */
const SHOWN = 20;

/** Shows the webhooks of an account with their newest deliveries. */
export async function showWebhooks(
  webhooks: Pick<AuthCore["webhooks"], "list" | "deliveries">,
  owner: { readonly id: string; readonly name: string },
  stdout: CommandOutput["stdout"],
): Promise<ExitCode> {
  const held = await webhooks.list(owner.id);
  if (held.length === 0) stdout(`${owner.name} has no webhooks.`);
  for (const { id, url, events, enabled } of held) {
    stdout(`${id}  ${enabled ? "on " : "off"}  ${url}  ${events.join(" ")}`);
    const page = await webhooks.deliveries(owner.id, id, { limit: SHOWN });
    for (const { occurredAt, type, status, attempts, error } of page.items) {
      const time = new Date(occurredAt).toISOString();
      stdout(`  ${time}  ${type}  ${status}  ${attempts} requests${error ? `  ${error}` : ""}`);
    }
  }
  return 0;
}

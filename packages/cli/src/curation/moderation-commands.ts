/** `bourse curation users suspend` and `reinstate`, and `webhooks list`: accounts of others, by the operator. */

import type { CurationCore } from "@bourse/server-curation/parts";

import type { CommandTable, ExitCode, FlagTable, Surroundings } from "../command/command.ts";
import { showWebhooks } from "../service/show-webhooks.ts";
import { findUser, OPERATOR, USER } from "./admin-commands.ts";
import { onCurationCore } from "./on-curation-core.ts";

const UNTIL: FlagTable = {
  until: {
    value: "TIME",
    description: "end of the suspension, such as 2027-01-01T00:00:00Z",
    default: "until it is lifted",
  },
};

/** The commands by their words. */
export const moderationCommands: CommandTable = {
  "users suspend": {
    summary: "let an account read and change nothing, for a reason that it sees",
    details: "Its sessions go on and its claims end. The last admin cannot be suspended.",
    takes: [USER, { name: "REASON", description: "10 to 1000 characters, in quotation marks" }],
    flags: UNTIL,
    examples: ['user:ada "Floods the queue with advertisements."'],
    run: ({ words: [who = "", reason = ""], flags }, surroundings) =>
      onCurationCore(surroundings, (core) =>
        suspend(core, { who, reason, until: flags["until"] }, surroundings),
      ),
  },
  "users reinstate": {
    summary: "lift the suspension of an account",
    takes: [USER],
    examples: ["user:ada"],
    run: ({ words: [who = ""] }, surroundings) =>
      onCurationCore(surroundings, (core) => reinstate(core, who, surroundings)),
  },
  "webhooks list": {
    summary: "show the webhooks of an account, each with its newest 20 deliveries",
    takes: [USER],
    examples: ["user:ada"],
    run: ({ words: [who = ""] }, surroundings) =>
      onCurationCore(surroundings, async (core) => {
        const user = await findUser(core, who, surroundings);
        if (user === undefined) return 1;
        const owner = { id: user.id, name: user.username };
        return await showWebhooks(core.webhooks, owner, surroundings.stdout);
      }),
  },
};

interface Given {
  readonly who: string;
  readonly reason: string;
  readonly until: unknown;
}

async function suspend(
  core: CurationCore,
  { who, reason, until }: Given,
  output: Pick<Surroundings, "stdout" | "stderr">,
): Promise<ExitCode> {
  const end = typeof until === "string" ? Date.parse(until) : null;
  if (Number.isNaN(end)) {
    output.stderr(
      `--until: expected a time such as 2027-01-01T00:00:00Z, found "${String(until)}"`,
    );
    return 2;
  }
  const user = await findUser(core, who, output);
  if (user === undefined) return 1;
  await core.moderation.suspend(OPERATOR, user.id, { reason, until: end });
  record(core, "account.suspended", user.id, { reason });
  output.stdout(`${user.username} can read, and change nothing, from the next request on.`);
  return 0;
}

async function reinstate(
  core: CurationCore,
  who: string,
  output: Pick<Surroundings, "stdout" | "stderr">,
): Promise<ExitCode> {
  const user = await findUser(core, who, output);
  if (user === undefined) return 1;
  await core.moderation.reinstate(OPERATOR, user.id);
  record(core, "account.reinstated", user.id);
  output.stdout(`${user.username} is no longer suspended.`);
  return 0;
}

function record(
  { trail }: CurationCore,
  action: string,
  account: string,
  details: { readonly reason?: string } = {},
): void {
  trail.append({ action, actor: "operator", account, subject: account, details });
}

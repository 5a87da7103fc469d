/**
 * `bourse curation admin`: the admins of the data, listed, granted, revoked and invited by the operator; and the second
 * factors of an account, removed by the operator.
 */

import type { Actor, CurationCore, User } from "@bourse/server-curation/parts";
import { addAdminCode, adminCodePath } from "@bourse/server-curation/parts";

import type {
  Argument,
  Command,
  CommandOutput,
  CommandTable,
  ExitCode,
  FlagTable,
  Surroundings,
} from "../command/command.ts";
import { onCurationCore } from "./on-curation-core.ts";

export const USER: Argument = {
  name: "USER",
  description:
    "id, username, e-mail or wallet of the account; id:, wallet:, email: or user: before it says which",
};

const YES: FlagTable = { yes: { description: "answers the question before the change" } };

const change = (verb: AccountChange["verb"], summary: string): Command => ({
  summary,
  details: "Shows the account and asks before the change.",
  takes: [USER],
  flags: YES,
  examples: ["user:ada"],
  run: ({ words: [who = ""], flags }, surroundings) =>
    onCurationCore(surroundings, (core) =>
      changeAccount(core, { verb, who, isSure: flags["yes"] === true }, surroundings),
    ),
});

/** The commands by their words. */
export const adminCommands: CommandTable = {
  "admin list": {
    summary: "list the admins",
    run: (_, surroundings) => onCurationCore(surroundings, (core) => list(core, surroundings)),
  },
  "admin grant": change("grant", "make an account an admin"),
  "admin revoke": change("revoke", "take the role from an admin; the last one keeps it"),
  "users remove-factors": change(
    "removeFactors",
    "remove all second factors of an account whose owner has lost them",
  ),
  "users delete": change(
    "delete",
    "delete an account and its data now, and its name in all that stays; only a backup brings it back",
  ),
  "admin invite": {
    summary: "write a new one-time code for an e-mail address into DATA_DIR/curation-admin-code",
    takes: [{ name: "EMAIL", description: "e-mail address of the admin to be" }],
    examples: ["ada@example.com"],
    run: ({ words: [email = ""] }, surroundings) =>
      onCurationCore(surroundings, (core, { DATA_DIR }) =>
        invite(core, email, adminCodePath(DATA_DIR), surroundings),
      ),
  },
};

/** The operator has no login. */
export const OPERATOR: Actor = {
  id: "operator",
  username: "operator",
  walletAddress: null,
  roles: ["admin"],
  sessionId: null,
};

interface AccountChange {
  readonly verb: "grant" | "revoke" | "removeFactors" | "delete";
  /** Account as the operator names it. */
  readonly who: string;
  /** True to change without a question. */
  readonly isSure: boolean;
}

const QUESTIONS: Readonly<Record<AccountChange["verb"], string>> = {
  grant: "Make this account an admin?",
  revoke: "Take the role admin from it?",
  removeFactors: "Remove its second factors?",
  delete: "Delete this account for good?",
};

/** Changes an account after it was shown and the question answered. Returns 1 when nothing was changed. */
async function changeAccount(
  core: CurationCore,
  { verb, who, isSure }: AccountChange,
  { stdout, stderr, askYesOrNo }: Surroundings,
): Promise<ExitCode> {
  const user = await findUser(core, who, { stdout, stderr });
  if (user === undefined) return 1;
  const question = QUESTIONS[verb];
  stdout(describe(user));
  if (!isSure) {
    if (askYesOrNo === undefined) {
      stderr(`Nothing was changed: there is no terminal to ask "${question}". Add --yes.`);
      return 1;
    }
    if (!(await askYesOrNo(`${question} [y/N] `))) {
      stderr("Nothing was changed.");
      return 1;
    }
  }
  if (verb === "grant") {
    await core.admins.grant(OPERATOR, user.id);
    record(core, "account.admin_granted", user.id);
    stdout(`${user.username} is an admin from the next request on.`);
  } else if (verb === "removeFactors") {
    const removed = await core.factors.removeAll(user.id);
    stdout(`Second factors of ${user.username} that were removed: ${removed}.`);
  } else if (verb === "delete") {
    await core.personalData.deleteNow(`id:${user.id}`);
    stdout(`${user.username} is deleted; markets stay, without its name and wallet.`);
  } else {
    await core.admins.revoke(OPERATOR, user.id);
    record(core, "account.admin_revoked", user.id);
    stdout(`${user.username} is no admin from the next request on.`);
  }
  return 0;
}

/** Records a command; it is durable when the core is closed. */
function record({ trail }: CurationCore, action: string, account: string | null): void {
  trail.append({ action, actor: "operator", account, subject: account });
}

async function list(core: CurationCore, output: CommandOutput): Promise<ExitCode> {
  let cursor: string | null = null;
  let count = 0;
  do {
    const page = await core.admins.list(OPERATOR, cursor === null ? {} : { cursor });
    for (const user of page.items) output.stdout(describe(user));
    count += page.items.length;
    cursor = page.next;
  } while (cursor !== null);
  if (count === 0) {
    output.stdout("There is no admin yet: grant one, or name an address in ADMIN_EMAILS.");
  }
  return 0;
}

async function invite(
  core: CurationCore,
  given: string,
  codePath: string,
  output: CommandOutput,
): Promise<ExitCode> {
  const { email, code, expiresAt, user } = await core.admins.invite(OPERATOR, given);
  record(core, "account.admin_invited", user?.id ?? null);
  await addAdminCode(codePath, email, code);
  const until = new Date(expiresAt).toISOString();
  output.stdout(`The one-time code for ${email} is in ${codePath}; it expires at ${until}.`);
  output.stdout(
    user === null
      ? "Send it as admin_code with POST /api/v1/auth/register."
      : `Send it as admin_code with POST /api/v1/auth/admin-code, logged in as ${describe(user)}. Make sure that this account belongs to the owner of the address.`,
  );
  return 0;
}

/** The one account that a word names; undefined, with the reason told, where there is none or more than one. */
export async function findUser(
  core: CurationCore,
  who: string,
  output: CommandOutput,
): Promise<User | undefined> {
  const found = await core.users.find(OPERATOR, who);
  if (found.length === 1) return found[0];
  if (found.length === 0) {
    output.stderr(`There is no account with the id, username, e-mail or wallet "${who}".`);
    return undefined;
  }
  output.stderr(
    `"${who}" names ${found.length} accounts; say which one by id:, wallet:, email: or user:`,
  );
  for (const user of found) output.stderr(describe(user));
  return undefined;
}

/** All that tells an account from others, and how far it is proved. This service proves no e-mail address by mail. */
function describe({ id, username, email, walletAddress, walletVerified, roles }: User): string {
  const wallet =
    walletAddress === null
      ? "none"
      : `${walletAddress}, ${walletVerified ? "proved" : "claimed only"}`;
  const mail = email === null ? "none" : `${email}, claimed only`;
  const role = roles.length === 0 ? "none" : roles.join(", ");
  return `${username} (id: ${id}; wallet: ${wallet}; e-mail: ${mail}; roles: ${role})`;
}

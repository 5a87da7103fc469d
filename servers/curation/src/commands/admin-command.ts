/** `bourse-curation admin …`: the admins of the data, listed, granted, revoked and invited by the operator. */

import type { Actor, CurationCore, User } from "@bourse/curation-core";
import type { CommandOutput, ExitCode } from "@bourse/http";

import { addAdminCode } from "../admin-code-file.ts";

/** Usage of the commands, a line each. */
export const ADMIN_USAGE = `       bourse-curation admin list
       bourse-curation admin grant USER [--yes]
       bourse-curation admin revoke USER [--yes]
       bourse-curation admin invite EMAIL`;

/** The operator has no login. */
const OPERATOR: Actor = {
  id: "operator",
  username: "operator",
  walletAddress: null,
  roles: ["admin"],
  sessionId: null,
};

/** True for words that are an admin command of the right form. */
export function isAdminCommand([group, verb, ...rest]: readonly string[]): boolean {
  if (group !== "admin") return false;
  if (verb === "list") return rest.length === 0;
  const words = verb === "invite" ? rest : rest.filter((word) => word !== YES);
  return ["grant", "revoke", "invite"].includes(verb ?? "") && words.length === 1;
}

/** Flag that answers the question before a change of roles. */
const YES = "--yes";

/** Asks a question that is answered by yes or no. */
export type AskYesOrNo = (question: string) => Promise<boolean>;

/** Runs an admin command; `codePath` is the operator's file of codes, `ask` is undefined without a terminal. */
export async function runAdminCommand(
  core: CurationCore,
  [, verb, ...rest]: readonly string[],
  codePath: string,
  output: CommandOutput,
  ask: AskYesOrNo | undefined,
): Promise<ExitCode> {
  if (verb === "list") return await list(core, output);
  const who = rest.find((word) => word !== YES) ?? "";
  if (verb === "invite") return await invite(core, who, codePath, output);
  const user = await findUser(core, who, output);
  if (user === undefined) return 1;
  const question =
    verb === "grant" ? "Make this account an admin?" : "Take the role admin from it?";
  output.stdout(describe(user));
  if (!rest.includes(YES)) {
    if (ask === undefined) {
      output.stderr(`Nothing was changed: there is no terminal to ask "${question}". Add ${YES}.`);
      return 1;
    }
    if (!(await ask(`${question} [y/N] `))) {
      output.stderr("Nothing was changed.");
      return 1;
    }
  }
  if (verb === "grant") {
    await core.admins.grant(OPERATOR, user.id);
    record(core, "account.admin_granted", user.id);
    output.stdout(`${user.username} is an admin from the next request on.`);
  } else {
    await core.admins.revoke(OPERATOR, user.id);
    record(core, "account.admin_revoked", user.id);
    output.stdout(`${user.username} is no admin from the next request on.`);
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
async function findUser(
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

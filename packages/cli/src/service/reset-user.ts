import type { Argument, Command, ExitCode, Surroundings } from "../command/command.ts";

/** The part of a core with accounts that resets a password. */
interface ResettingCore {
  readonly accounts: {
    readonly passwordResetLink: (email: string) => Promise<string | undefined>;
    readonly requestPasswordReset: (email: string) => Promise<void>;
  };
  readonly mails: {
    readonly measure: () => Promise<{ readonly waiting: number; readonly dead: number }>;
    readonly deliverDue: () => Promise<number>;
  };
}

/** Facts about the service whose accounts are reset. */
export interface ResetFacts {
  /** Program of the server, which tries a mail again. */
  readonly server: string;
  /** More about the link than is true of every service. */
  readonly details?: string;
  /** Tells whether mails leave by SMTP. */
  readonly sendsMail: (surroundings: Surroundings) => boolean;
  /** Runs an act on the core over the service's data. */
  readonly onCore: (
    surroundings: Surroundings,
    act: (core: ResettingCore) => Promise<ExitCode>,
  ) => Promise<ExitCode>;
}

const EMAIL: Argument = { name: "EMAIL", description: "e-mail address of the account" };

/** The command `users reset`: sends the link to a new password where SMTP_URL is set, and prints it otherwise. */
export function resetCommand(facts: ResetFacts): Command {
  const details =
    "The link works once, within 30 minutes; using it ends all sessions of the account. It leads to PUBLIC_URL, else to the server's own address.";
  return {
    summary: "print a link to a new password for an account, or mail it where SMTP_URL is set",
    details: facts.details === undefined ? details : `${details} ${facts.details}`,
    takes: [EMAIL],
    examples: ["ada@example.com"],
    run: ({ words: [email = ""] }, surroundings) =>
      facts.onCore(surroundings, (core) => resetUser(core, email, facts, surroundings)),
  };
}

/** Returns 1 when there is no active account, or the mail server does not take the mail. */
async function resetUser(
  { accounts, mails }: ResettingCore,
  email: string,
  { server, sendsMail }: ResetFacts,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { stdout, stderr } = surroundings;
  const link = await accounts.passwordResetLink(email);
  if (link === undefined) {
    stderr(`There is no active account with the e-mail ${email}.`);
    return 1;
  }
  if (!sendsMail(surroundings)) {
    stdout(link);
    stderr(`Hand it to ${email} alone: it sets a new password, once, within 30 minutes.`);
    return 0;
  }
  const before = await mails.measure();
  await accounts.requestPasswordReset(email);
  await mails.deliverDue();
  const { waiting, dead } = await mails.measure();
  if (waiting <= before.waiting && dead <= before.dead) {
    stdout(`A mail with a link to a new password was sent to ${email}.`);
    return 0;
  }
  stderr(`The mail server did not take the mail; ${server} tries again once it runs.`);
  return 1;
}

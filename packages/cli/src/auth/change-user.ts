import type { AuthCore } from "@bourse/server-auth/parts";

import type { CommandOutput, ExitCode } from "../command/command.ts";

const USER_IS = {
  disable: "is disabled: its sessions, keys and logins are refused from now on.",
  enable: "is enabled: its keys and logins are accepted from now on.",
} as const;

/** Disables or enables the account with an e-mail address. Returns 1 when there is none. */
export async function changeUser(
  { accounts }: AuthCore,
  change: keyof typeof USER_IS,
  email: string,
  { stdout, stderr }: CommandOutput,
): Promise<ExitCode> {
  if (await accounts[change](email)) {
    stdout(`${email} ${USER_IS[change]}`);
    return 0;
  }
  stderr(`There is no account with the e-mail ${email}.`);
  return 1;
}

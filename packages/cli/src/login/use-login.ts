/** `bourse token` and `bourse logout`: the uses of a login that is kept. */

import type { ExitCode, Surroundings } from "../command/command.ts";
import { printable } from "../command/read-line.ts";
import { askAuth } from "./ask-auth.ts";
import { loginsPath, readLogins, writeLogins } from "./kept-logins.ts";

/** Prints an access token of the login at a server. Resolves to 1 when there is none, or it has ended. */
export async function printToken(
  address: string,
  { variables, stdout, stderr }: Surroundings,
): Promise<ExitCode> {
  const { [address]: refreshToken } = await readLogins(loginsPath(variables));
  if (refreshToken === undefined) return notLoggedIn(address, stderr);
  const answer = await askAuth(address, "/auth/refresh", { refreshToken });
  if (answer.ok) {
    stdout(String(answer.data["token"]));
    return 0;
  }
  stderr(`${printable(answer.message)} Type: bourse login ${address}`);
  return 1;
}

/** Ends the login at a server, there and here. Resolves to 1 when there is none. */
export async function logOut(
  address: string,
  { variables, stdout, stderr }: Surroundings,
): Promise<ExitCode> {
  const path = loginsPath(variables);
  const { [address]: refreshToken, ...others } = await readLogins(path);
  if (refreshToken === undefined) return notLoggedIn(address, stderr);
  await askAuth(address, "/auth/logout", { refreshToken });
  await writeLogins(path, others);
  stdout(`You are logged out at ${address}.`);
  return 0;
}

function notLoggedIn(address: string, stderr: Surroundings["stderr"]): 1 {
  stderr(`You are not logged in at ${address}. Type: bourse login ${address}`);
  return 1;
}

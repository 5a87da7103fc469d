/** `bourse login`: the device flow (RFC 8628), so that no password is typed into a terminal or a script. */

import { hostname } from "node:os";

import type { ExitCode, Surroundings } from "../command/command.ts";
import { printable } from "../command/read-line.ts";
import { askAuth, type AuthAnswer } from "./ask-auth.ts";
import { loginsPath, readLogins, writeLogins } from "./kept-logins.ts";

/** Seconds by which the interval grows at each SLOW_DOWN (RFC 8628, section 3.5). */
const SLOWER_SECONDS = 5;
const MAX_SECONDS = 3600;

/** Rights of the login, and the wait that a test replaces. */
export interface LoginParts {
  /** Waits for so many milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Permissions that the login is narrowed to. Default: all those of the account. */
  readonly permissions?: readonly string[] | undefined;
}

/** Logs this user in at a server and keeps the login. Resolves to 1 when the user refuses it or lets it expire. */
export async function logIn(
  address: string,
  { variables, stdout, stderr }: Surroundings,
  parts: LoginParts,
): Promise<ExitCode> {
  const path = loginsPath(variables);
  const logins = await readLogins(path);
  const clientName = `bourse on ${hostname()}`.slice(0, 100);
  const { permissions } = parts;
  const asked = await askAuth(address, "/auth/device/code", { clientName, permissions });
  if (!asked.ok) {
    stderr(printable(asked.message));
    return 1;
  }
  const { deviceCode, userCode, verificationUri, expiresIn, interval } = asked.data;
  stderr(`Open ${printable(String(verificationUri))} and enter the code`);
  stdout(printable(String(userCode)));
  stderr("Waiting until you have approved it there. Ctrl-C gives up.");
  const answer = await untilDecided(
    () => askAuth(address, "/auth/device/token", { deviceCode }),
    secondsOf(interval, SLOWER_SECONDS),
    secondsOf(expiresIn, MAX_SECONDS),
    parts,
  );
  if (!answer.ok) {
    stderr(printable(answer.message));
    return 1;
  }
  await writeLogins(path, { ...logins, [address]: String(answer.data["refreshToken"]) });
  stderr(
    `You are logged in at ${address}; "bourse token" prints an access token, and "bourse logout" ends it.`,
  );
  return 0;
}

/** Asks until the user has decided, slower when the server says so. */
async function untilDecided(
  ask: () => Promise<AuthAnswer>,
  intervalSeconds: number,
  lifetimeSeconds: number,
  { sleep }: LoginParts,
): Promise<AuthAnswer> {
  let interval = intervalSeconds;
  for (let waited = 0; ; waited += interval) {
    await sleep(interval * 1000);
    const answer = await ask();
    const isOpen = !answer.ok && /^(?:AUTHORIZATION_PENDING|SLOW_DOWN)$/.test(answer.code);
    if (!isOpen || waited > lifetimeSeconds) return answer;
    if (answer.code === "SLOW_DOWN") interval += SLOWER_SECONDS;
  }
}

/** A number of seconds from a server, within bounds. */
function secondsOf(value: unknown, fallback: number): number {
  return typeof value === "number" && value >= 1 && value <= MAX_SECONDS ? value : fallback;
}

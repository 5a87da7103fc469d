/** The commands of `bourse-auth` beside the server itself: they open the same data, so the server must be stopped. */

import { existsSync } from "node:fs";

import { createClosingStack, readEnvironment } from "@bourse/http";
import { hasCode, isBourseError, StoreError } from "@bourse/kernel";
import { runStoreCommand, storeLocation } from "@bourse/store";

import { authEnvironment } from "../environment.ts";
import { openAuthCore, storeUrl, type OpenedCore } from "../open-core.ts";

/** How a command ended: 0 done, 1 refused or failed (nothing was changed), 2 called wrongly. */
export type ExitCode = 0 | 1 | 2;

export interface CommandOutput {
  /** A line of output, without a newline at its end. */
  readonly print: (text: string) => void;
  /** A line of errors. */
  readonly complain: (text: string) => void;
}

const USAGE = `Usage: bourse-auth [start]
       bourse-auth keys rotate
       bourse-auth users disable EMAIL
       bourse-auth store copy FROM TO

start            run the server (the default)
keys rotate      sign with the next key from now on; tokens in use stay good
users disable    end all sessions and keys of an account, and refuse its logins
store copy       copy a whole store to another engine or file, and verify it

Settings come from the environment, as for the server; it must be stopped first. A running one
rotates its keys when it is sent SIGHUP.
Exit codes: 0 done, 1 refused or failed, 2 called wrongly`;

/** Runs the command that `words` name on the data that `variables` name. */
export async function runAuthCommand(
  words: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
): Promise<ExitCode> {
  const [group, command, ...rest] = words;
  switch (`${group} ${command}`) {
    case "keys rotate":
      if (rest.length > 0) break;
      return await onCore(variables, output, rotateKeys);
    case "users disable": {
      const [email, ...more] = rest;
      if (email === undefined || more.length > 0) break;
      return await onCore(variables, output, (opened, out) => disableUser(opened, email, out));
    }
    case "store copy":
      return await runStoreCommand(words.slice(1), output.print, output.complain);
  }
  const isHelp = words.length === 1 && /^(--help|-h|help)$/.test(group ?? "");
  (isHelp ? output.print : output.complain)(USAGE);
  return isHelp ? 0 : 2;
}

type CoreCommand = (opened: OpenedCore, output: CommandOutput) => Promise<ExitCode>;

async function onCore(
  variables: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
  command: CoreCommand,
): Promise<ExitCode> {
  const opened = createClosingStack();
  try {
    const config = readEnvironment(authEnvironment, variables);
    checkStoreExists(storeUrl(config));
    return await command(await openAuthCore(config, opened, output.complain), output);
  } catch (error) {
    if (!isBourseError(error)) throw error;
    output.complain(`${error.code}: ${error.message}`);
    if (hasCode(error, "STORE_LOCKED")) {
      output.complain("Is the server running? Stop it, run this command, and start it again.");
      if (command === rotateKeys)
        output.complain("Or send it SIGHUP: it rotates its keys by itself.");
    }
    return hasCode(error, "ENVIRONMENT_INVALID") ? 2 : 1;
  } finally {
    await opened.close();
  }
}

/** A wrong DATA_DIR would make a new store, and the command would have nothing to do in it. */
function checkStoreExists(url: string): void {
  const location = storeLocation(url);
  if (location.engine === "memory" || existsSync(location.path)) return;
  throw new StoreError(
    "STORE_NOT_FOUND",
    `There is no store at "${location.path}": set DATA_DIR or AUTH_STORE_URL as for the server.`,
  );
}

async function rotateKeys({ core }: OpenedCore, output: CommandOutput): Promise<ExitCode> {
  const { rotated, activeKid, retryAfterSeconds } = await core.signingKeys.rotate();
  if (rotated) {
    output.print(`Tokens are signed by ${activeKid} from now on; older ones stay good.`);
    return 0;
  }
  output.complain(
    `Not rotated: verifiers may not know the next key yet. Try again in ${Math.ceil(retryAfterSeconds)} s.`,
  );
  return 1;
}

async function disableUser(
  { core }: OpenedCore,
  email: string,
  output: CommandOutput,
): Promise<ExitCode> {
  if (await core.accounts.disable(email)) {
    output.print(`${email} is disabled: no session, key or login of it works any more.`);
    return 0;
  }
  output.complain(`There is no account with the e-mail ${email}.`);
  return 1;
}

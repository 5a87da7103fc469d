/** Commands of `bourse-auth` besides the server: they open the same data, so the server must be stopped first. */

import { existsSync } from "node:fs";

import { createMasterKeySource } from "@bourse/credentials/master-key-file";
import {
  answerUsage,
  createClosingStack,
  endSessions,
  readEnvironment,
  verifyAudit,
  type CommandOutput,
  type ExitCode,
  type Usage,
} from "@bourse/http";
import { hasCode, isBourseError } from "@bourse/kernel";
import { checkStoreExists, runStoreCommand } from "@bourse/store";

import { authEnvironment } from "../environment.ts";
import {
  masterKeyPlace,
  openAuthCore,
  STORE_SCHEMA,
  storeUrl,
  type OpenedCore,
} from "../open-core.ts";

/** Usage of the program. */
export const USAGE: Usage = {
  commands: ["start", "keys", "users", "sessions", "audit", "store", "health", "doctor"],
  text: `Usage: bourse-auth [start]
       bourse-auth keys rotate
       bourse-auth users disable|enable EMAIL
       bourse-auth sessions end
       bourse-auth audit verify [POSITION:HASH]
       bourse-auth store copy FROM TO
       bourse-auth health | doctor

start          run the server (the default) on http://127.0.0.1:3000
keys rotate    sign with the next key from now on; tokens in use stay valid
users disable  end all sessions of an account, and refuse its keys and logins
users enable   accept its keys and logins again; ended sessions stay ended
sessions end   end the sessions of all accounts, as after a restored backup
audit verify   check the chain of the audit trail, and that a row noted
               earlier is still there
store copy     copy a whole store to another engine or file, and verify it
health         ask the running server whether it is ready
doctor         say what is in order, what is not, and what to do about it

--env-file PATH  settings from a file of NAME=value lines; may be repeated.
                 A variable that is set already wins
--version        print the version
--help           print this text

Examples
  bourse-auth                                  data in ./data, open to this
                                               machine only
  AUTH_PORT=8000 bourse-auth                   on another port
  bourse-auth --env-file production.env
  bourse-auth users disable ada@example.com
  bourse-auth store copy lowdb:a.json sqlite:a.db

Settings are environment variables; the README lists them with their defaults.
The server must be stopped before keys, users, sessions, audit and store. A
running one rotates its keys when it receives SIGHUP.
Exit codes: 0 done, 1 refused or failed, 2 called wrongly`,
};

/** Runs the command that `args` name, with the settings in `variables`. */
export async function runAuthCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
): Promise<ExitCode> {
  const [group, command, ...rest] = args;
  switch (`${group} ${command}`) {
    case "keys rotate":
      if (rest.length > 0) break;
      return await onCore(variables, output, rotateKeys);
    case "users disable":
    case "users enable": {
      const [email, ...more] = rest;
      if (email === undefined || more.length > 0) break;
      return await onCore(variables, output, ({ core }, out) =>
        changeUser(core, command === "disable" ? command : "enable", email, out),
      );
    }
    case "sessions end":
      if (rest.length > 0) break;
      return await onCore(variables, output, ({ core }, out) =>
        endSessions(core.sessions, core.trail, out),
      );
    case "audit verify": {
      const [noted, ...more] = rest;
      if (more.length > 0) break;
      return await onCore(variables, output, ({ core }, out) =>
        verifyAudit(core.trail, noted, out),
      );
    }
    case "store copy":
      return await copyStore(args, variables, output);
  }
  return answerUsage("bourse-auth", args, USAGE, output);
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
    // With a wrong DATA_DIR a command would create a new, empty store.
    await checkStoreExists(storeUrl(config), STORE_SCHEMA);
    return await command(await openAuthCore(config, opened, output.stderr), output);
  } catch (error) {
    if (!isBourseError(error)) throw error;
    output.stderr(`${error.code}: ${error.message}`);
    if (hasCode(error, "STORE_LOCKED")) {
      output.stderr("Is the server running? Stop it, run this command, and start it again.");
      if (command === rotateKeys)
        output.stderr("Or send it SIGHUP to rotate its keys without a stop.");
    }
    return hasCode(error, "ENVIRONMENT_INVALID") ? 2 : 1;
  } finally {
    await opened.close();
  }
}

async function rotateKeys({ core }: OpenedCore, output: CommandOutput): Promise<ExitCode> {
  const { rotated, activeKid, retryAfterSeconds } = await core.signingKeys.rotate();
  if (rotated) {
    core.trail.append({ action: "signing_key.rotated", actor: "operator", subject: activeKid });
    output.stdout(`Tokens are signed by ${activeKid} from now on; older ones stay valid.`);
    return 0;
  }
  output.stderr(
    `Not rotated: the next key has not been published long enough. Try again in ${Math.ceil(retryAfterSeconds)} s.`,
  );
  return 1;
}

const USER_IS = {
  disable: "is disabled: its sessions, keys and logins are refused from now on.",
  enable: "is enabled: its keys and logins are accepted from now on.",
} as const;

async function changeUser(
  { accounts }: OpenedCore["core"],
  change: keyof typeof USER_IS,
  email: string,
  output: CommandOutput,
): Promise<ExitCode> {
  if (await accounts[change](email)) {
    output.stdout(`${email} ${USER_IS[change]}`);
    return 0;
  }
  output.stderr(`There is no account with the e-mail ${email}.`);
  return 1;
}

/** The copy is read and written under the server's master key; one that is not there yet means stores without a key. */
async function copyStore(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
): Promise<ExitCode> {
  const place = masterKeyPlace(readEnvironment(authEnvironment, variables));
  const { find } = createMasterKeySource({ ...place, warn: output.stderr });
  const isKeyed = place.given !== undefined || existsSync(place.path);
  return await runStoreCommand(args.slice(1), output.stdout, output.stderr, {
    schema: STORE_SCHEMA,
    ...(isKeyed && { checksumKey: () => find({ isNew: false }) }),
  });
}

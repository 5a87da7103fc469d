/** Commands of `bourse` itself, which are of no service. */

import { setTimeout } from "node:timers/promises";

import { didYouMean } from "@bourse/kernel";

import type { CommandSet } from "./command/command-set.ts";
import { textFlag, UsageError, type Argument } from "./command/command.ts";
import { quoted } from "./command/read-line.ts";
import { runDoctor } from "./doctor.ts";
import { checkInstalled } from "./find-package.ts";
import { authAddress, OWN_ADDRESS } from "./login/auth-address.ts";
import { SERVICES } from "./packages.ts";
import type { Service } from "./service/service.ts";

const NAMES = SERVICES.map(({ word }) => word);

const SERVICE: Argument = { name: "SERVICE", description: `one of ${NAMES.join(", ")}` };

const ADDRESS: Argument = {
  name: "URL",
  isOptional: true,
  description: `address of a server of access control, ${OWN_ADDRESS} without one`,
};
const addressOf = ([given = OWN_ADDRESS]: readonly string[]): string => authAddress(given);

/** The commands `login`, `token`, `logout`, `start`, `config` and `doctor`. */
export const topCommands: CommandSet = {
  name: "bourse",
  about: "Starts the servers of Bourse and runs the commands on their data.",
  commands: {
    start: {
      summary: "run a server; Ctrl-C ends it",
      details:
        "The server's settings are environment variables, or lines of a file that --env-file names; the README of its package lists them with their defaults. A second Ctrl-C ends it at once, with the exit code 130.",
      takes: [SERVICE],
      examples: ["auth", "backtest --env-file production.env"],
      run: async ({ words: [word = ""] }, { variables }) =>
        await (await serviceOf(word)).start(variables),
    },
    config: {
      summary: "print the settings in force of a server, secrets masked",
      takes: [SERVICE],
      examples: ["auth --env-file production.env"],
      run: async ({ words: [word = ""] }, surroundings) =>
        await (await serviceOf(word)).printConfig(surroundings.variables, surroundings),
    },
    login: {
      summary: "log in at a server of access control by a code that you approve in a browser",
      details:
        "No password is typed here. The login is kept, readable by you alone, in bourse/logins.json below XDG_CONFIG_HOME or ~/.config; it is a session of its own, which the server's page lists and ends.",
      flags: {
        permissions: {
          value: "LIST",
          description: "permissions that the login is narrowed to, such as read,deploy",
          default: "all those of the account",
        },
      },
      takes: [ADDRESS],
      examples: ["", "https://accounts.example --permissions read"],
      run: async ({ flags, words }, surroundings) => {
        const address = addressOf(words);
        const permissions = textFlag(flags, "permissions")?.split(",");
        const { logIn } = await import("./login/log-in.ts");
        return await logIn(address, surroundings, { sleep: setTimeout, permissions });
      },
    },
    token: {
      summary: "print an access token of that login, for the header Authorization: Bearer",
      takes: [ADDRESS],
      run: async ({ words }, surroundings) =>
        await (await import("./login/use-login.ts")).printToken(addressOf(words), surroundings),
    },
    logout: {
      summary: "end that login, at the server and here",
      takes: [ADDRESS],
      run: async ({ words }, surroundings) =>
        await (await import("./login/use-login.ts")).logOut(addressOf(words), surroundings),
    },
    doctor: {
      summary: "say what is installed, what is in order, and what to do",
      run: (_, surroundings) => runDoctor(surroundings),
    },
  },
  examples: [
    "bourse start auth                  data in ./data, open to this machine only",
    "bourse start backtest --env-file production.env",
    "bourse auth users disable ada@example.com",
    "bourse node keys create feed share read",
    "bourse help backtest run",
  ],
};

/** @throws UsageError for the name of no service; MissingPackageError when it is not installed */
async function serviceOf(word: string): Promise<Service> {
  const found = SERVICES.find((one) => one.word === word);
  if (found === undefined) {
    throw new UsageError(
      `There is no service ${quoted(word)}.${didYouMean(word, NAMES)}\nServices: ${NAMES.join(", ")}`,
    );
  }
  checkInstalled(found);
  return await found.load();
}

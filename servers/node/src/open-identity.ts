/** Opens the node's keys with the password from the environment. */

import { existsSync } from "node:fs";

import { openIdentity, type Hex, type NodeIdentity } from "@bourse/node-core";
import {
  keptDevelopmentPassword,
  makeDevelopmentPassword,
  readPasswordFile,
  walletFile,
  type Layout,
} from "@bourse/node-core/files";

import type { NodeEnvironment } from "./environment.ts";
import { NodeServerError } from "./errors.ts";

/**
 * Opens the identity of the node; with `create`, makes one where there is none.
 *
 * @throws NodeError KEYSTORE_LOCKED, KEYSTORE_INVALID, VALIDATION_ERROR (PRIVATE_KEY); NodeServerError
 * SETTINGS_CONFLICT without a password, or with a weak one, in production, or without keys that may not be made
 */
export async function openNodeIdentity(
  config: NodeEnvironment,
  layout: Layout,
  warn: (message: string) => void,
  { create }: { readonly create: boolean },
): Promise<NodeIdentity> {
  if (!create && !existsSync(walletFile(layout))) {
    throw new NodeServerError(
      "SETTINGS_CONFLICT",
      `There are no keys in ${layout.keystore}: set DATA_DIR as for the server, or put them back from a backup; for a new ` +
        `node, run bourse node init or start it.`,
    );
  }
  const { KEYSTORE_PASSWORD, KEYSTORE_PASSWORD_FILE } = config;
  const given = await passwordFrom(KEYSTORE_PASSWORD, KEYSTORE_PASSWORD_FILE, "KEYSTORE_PASSWORD");
  if (given !== undefined && config.NODE_ENV === "production") checkStrength(given);
  const password = given ?? (await madePassword(config, layout, warn));
  const imported = config.PRIVATE_KEY;
  return openIdentity({
    directory: layout.keystore,
    password,
    create,
    ...(imported === undefined ? {} : { importPrivateKey: prefixed(imported) }),
  });
}

const MIN_PASSWORD_CHARACTERS = 16;
const MIN_DIFFERENT_CHARACTERS = 6;

/**
 * Refuses a password that can be guessed: whoever has a copy of the keystore can try passwords at their own machines,
 * as many as they like.
 *
 * @throws NodeServerError SETTINGS_CONFLICT
 */
export function checkStrength(password: string): void {
  const characters = Array.from(password);
  const isStrong =
    characters.length >= MIN_PASSWORD_CHARACTERS &&
    new Set(characters).size >= MIN_DIFFERENT_CHARACTERS;
  if (isStrong) return;
  throw new NodeServerError(
    "SETTINGS_CONFLICT",
    `The keystore password is too weak for production: expected ${MIN_PASSWORD_CHARACTERS} characters or more, ${MIN_DIFFERENT_CHARACTERS} different ones among them; \`openssl rand -base64 24\` makes one, and \`bourse node wallet password\` gives it to a keystore that has another.`,
  );
}

function prefixed(key: string): Hex {
  return key.startsWith("0x") ? (key as Hex) : `0x${key}`;
}

/**
 * The password of a variable or of the file that another one names; undefined without both.
 *
 * @throws NodeServerError SETTINGS_CONFLICT when the file is missing or empty
 */
export async function passwordFrom(
  given: string | undefined,
  file: string | undefined,
  name: string,
): Promise<string | undefined> {
  if (given !== undefined) return given;
  if (file === undefined) return undefined;
  const password = await readPasswordFile(file);
  if (password !== undefined && password !== "") return password;
  throw new NodeServerError(
    "SETTINGS_CONFLICT",
    `${name}_FILE: expected a password in ${file}, but the file is ${password === undefined ? "missing" : "empty"}.`,
  );
}

/** The development password, which is in a file beside the keystore. */
async function madePassword(
  { NODE_ENV }: NodeEnvironment,
  layout: Layout,
  warn: (message: string) => void,
): Promise<string> {
  if (NODE_ENV === "production") {
    throw new NodeServerError(
      "SETTINGS_CONFLICT",
      "A node in production needs a password for its keys: set KEYSTORE_PASSWORD_FILE (or KEYSTORE_PASSWORD).",
    );
  }
  const kept = await keptDevelopmentPassword(layout);
  warn(
    `the keystore password is stored in ${layout.developmentPassword}, beside the keystore; set KEYSTORE_PASSWORD_FILE before using real money`,
  );
  return kept ?? makeDevelopmentPassword(layout);
}

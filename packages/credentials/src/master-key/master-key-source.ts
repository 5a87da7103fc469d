/** The master key for whoever opens a store: found once the store is locked, and kept for the core. */

import {
  functionOption,
  optional,
  resolveOptions,
  textOption,
  type ChecksumKeySource,
} from "@bourse/kernel";

import { findMasterKey } from "./find-master-key.ts";
import { masterKeyOption } from "./master-key-option.ts";

/** Place of a master key: a setting, or a file. */
export interface MasterKeyPlace {
  /** The key itself, where a setting holds it; then no file is read. */
  readonly given: Uint8Array | undefined;
  /** Path of the key's file. */
  readonly path: string;
  /** Name of the environment variable that may hold the key, for error messages. */
  readonly variable: string;
}

/** Options of {@link createMasterKeySource}. */
export interface MasterKeySourceOptions extends MasterKeyPlace {
  /** Called with a sentence when the file was created, or when other users of this machine may read it. */
  readonly warn: (message: string) => void;
}

/** A master key that is found when the store is opened. */
export interface MasterKeySource {
  /** The option `checksumKey` of a store. @throws CredentialsError MASTER_KEY_FILE_INVALID, MASTER_KEY_MISSING */
  readonly find: ChecksumKeySource;
  /** The key that `find` found, and the path of its file if it was created just now, else null. */
  found(): { readonly key: Uint8Array; readonly madeFile: string | null };
}

/**
 * The key of `options`; nothing is read or made before the store asks for it, so its lock guards the file too.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createMasterKeySource(options: MasterKeySourceOptions): MasterKeySource {
  const { given, path, variable, warn } = resolveOptions<MasterKeySourceOptions>(
    "createMasterKeySource",
    options,
    {
      given: optional(masterKeyOption),
      path: textOption({ maxLength: 4096 }),
      variable: textOption(),
      warn: functionOption(),
    },
  );
  let found: { readonly key: Uint8Array; readonly madeFile: string | null } | undefined;
  return {
    find: async ({ isNew }) => {
      const { key, made } =
        given === undefined
          ? await findMasterKey({ path, isNew, variable, warn })
          : { key: given, made: false };
      found = { key, madeFile: made ? path : null };
      return key;
    },
    found: () => {
      if (found === undefined) throw new TypeError("the store has not asked for its key yet");
      return found;
    },
  };
}

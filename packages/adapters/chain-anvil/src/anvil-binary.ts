/** Where anvil's program is: a package for each platform carries it, and only the one that fits is installed. */
import { createRequire } from "node:module";
import { join } from "node:path";

import { DevelopmentChainError } from "./errors.ts";

/** The version that the manifest pins. Replay is only known to give the same blocks within one version. */
export const ANVIL_VERSION = "1.7.1";

const require = createRequire(import.meta.url);

/** @throws DevelopmentChainError CHAIN_BINARY_MISSING */
export function anvilBinary(
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const name = `@foundry-rs/anvil-${platform}-${arch === "x64" ? "amd64" : arch}`;
  try {
    const manifest = require.resolve(`${name}/package.json`);
    return join(manifest, "..", "bin", platform === "win32" ? "anvil.exe" : "anvil");
  } catch (cause) {
    throw new DevelopmentChainError(
      "CHAIN_BINARY_MISSING",
      `The development chain needs the optional package ${name}, which is not installed here or does not exist for ` +
        `this platform. Install it, or name a chain of your own by BLOCKCHAIN_URL.`,
      { cause, details: { package: name } },
    );
  }
}

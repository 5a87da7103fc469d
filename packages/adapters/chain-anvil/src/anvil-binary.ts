/** Path of the anvil binary: each platform has its own npm package, and only the matching one is installed. */
import { createRequire } from "node:module";
import { join } from "node:path";

import { DevelopmentChainError } from "./errors.ts";

/** Version pinned in package.json. Only the same version is known to replay to the same block hashes. */
export const ANVIL_VERSION = "1.7.1";

const require = createRequire(import.meta.url);

/** Returns the path of the binary. @throws DevelopmentChainError CHAIN_BINARY_MISSING */
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
      `The development chain needs the optional package ${name}, which is not installed or does not exist for this ` +
        `platform. Install it, or set BLOCKCHAIN_URL to the URL of another chain.`,
      { cause, details: { package: name } },
    );
  }
}

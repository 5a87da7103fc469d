/** A real chain for a test, where anvil is installed. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startDevelopmentChain, type DevelopmentChain } from "@bourse/chain-anvil";

/** True when anvil is installed for this platform; its absence is an error under continuous integration. */
export function hasAnvil(): boolean {
  const require = createRequire(
    createRequire(import.meta.url).resolve("@bourse/chain-anvil/package.json"),
  );
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  try {
    const manifest = require.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/package.json`);
    return existsSync(manifest);
  } catch {
    if (process.env["CI"] === undefined) return false;
    throw new Error("anvil is not installed; continuous integration needs it.");
  }
}

/** A chain in a folder of its own, which goes with it. */
export async function temporaryChain(): Promise<DevelopmentChain> {
  const directory = await mkdtemp(join(tmpdir(), "bourse-node-chain-"));
  const chain = await startDevelopmentChain({ directory });
  return {
    ...chain,
    stop: async () => {
      await chain.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

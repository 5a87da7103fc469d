/** Compiles the wallets, always to the same bytes: the compiler is pinned and no metadata is appended. */

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

interface Output {
  readonly errors?: readonly { readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<
      string,
      Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>
    >
  >;
}

const require = createRequire(import.meta.url);
const SOURCE = new URL("ContractWallets.sol", import.meta.url);
export const COMPILED: URL = new URL("wallet-bytecode.ts", import.meta.url);

/** Expected text of `wallet-bytecode.ts`. */
export function compileWallets(): string {
  const solc = require("solc") as { compile(input: string): string };
  const input = {
    language: "Solidity",
    sources: { wallets: { content: readFileSync(SOURCE, "utf8") } },
    settings: {
      evmVersion: "cancun",
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: "none", appendCBOR: false },
      outputSelection: { "*": { "*": ["evm.bytecode.object"] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
  if (output.errors !== undefined) {
    throw new Error(output.errors.map((error) => error.formattedMessage).join("\n"));
  }
  const constants = Object.entries(output.contracts["wallets"] ?? {}).map(([name, { evm }]) => {
    const constant = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
    return `export const ${constant} =\n  "0x${evm.bytecode.object}";\n`;
  });
  const comment =
    "/** Compiled from ContractWallets.sol by compile-wallets.ts; a test compiles it again and compares. */";
  return `${comment}\n\n${constants.join("\n")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(COMPILED, compileWallets());

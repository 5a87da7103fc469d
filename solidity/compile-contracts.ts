/** Compiles the contracts, always to the same bytes: the compiler is pinned and no metadata is appended. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { Interface, type JsonFragment } from "ethers";

/** Parts of a compiled contract that the node needs. */
export interface Artifact {
  /** One human-readable line an item. */
  readonly abi: readonly string[];
  /** The code that creates the contract, hex with `0x`. */
  readonly bytecode: string;
}

interface Compiler {
  compile(
    input: string,
    callbacks: { import: (path: string) => { contents: string } | { error: string } },
  ): string;
}

interface CompilerOutput {
  readonly errors?: readonly { readonly errorCode: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly abi: readonly JsonFragment[];
            readonly evm: { readonly bytecode: { readonly object: string } };
          }
        >
      >
    >
  >;
}

/** A general remark on transient storage; the reentrancy guard, its one user, clears what it sets. */
const TRANSIENT_STORAGE = "2394";

const SOURCES = new URL("src/", import.meta.url);
const require = createRequire(import.meta.url);

/** The contracts of `src/`, by name; imports come from the installed packages. Throws on any other warning. */
export function compileContracts(): ReadonlyMap<string, Artifact> {
  const compiler = require("solc") as Compiler;
  const files = readdirSync(SOURCES).toSorted();
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(
      files.map((file) => [file, { content: readFileSync(new URL(file, SOURCES), "utf8") }]),
    ),
    settings: {
      evmVersion: "cancun",
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: "none", appendCBOR: false },
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
    },
  };
  const output = JSON.parse(
    compiler.compile(JSON.stringify(input), { import: installed }),
  ) as CompilerOutput;
  const complaints = (output.errors ?? [])
    .filter(({ errorCode }) => errorCode !== TRANSIENT_STORAGE)
    .map((error) => error.formattedMessage);
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  const artifacts = new Map<string, Artifact>();
  for (const file of files) {
    for (const [name, { abi, evm }] of Object.entries(output.contracts[file] ?? {})) {
      artifacts.set(name, {
        abi: new Interface(abi).format(),
        bytecode: `0x${evm.bytecode.object}`,
      });
    }
  }
  return artifacts;
}

function installed(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(require.resolve(path), "utf8") };
  } catch (error) {
    return { error: String(error) };
  }
}

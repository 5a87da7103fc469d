/** The committed files of the compiled contracts, with the content that they must have. */
import { compileContracts, type Artifact } from "./compile-contracts.ts";

const PUBLISHED = new URL("../packages/node-core/src/chain/contracts/", import.meta.url);
const FOR_WALLETS = new URL("../packages/curation-core/src/wallet/", import.meta.url);
const FOR_TESTS = new URL("../packages/node-core/test/chain/contracts/", import.meta.url);

interface ArtifactFile {
  readonly url: URL;
  readonly contracts: readonly string[];
  /** Import path of the type `ContractArtifact`; null where the code alone is needed. */
  readonly typeFrom: string | null;
}

const FILES: readonly ArtifactFile[] = [
  {
    url: new URL("compliance-registry.ts", PUBLISHED),
    contracts: ["ComplianceRegistry"],
    typeFrom: "../contract-artifact.ts",
  },
  {
    url: new URL("demo-token.ts", PUBLISHED),
    contracts: ["DemoToken"],
    typeFrom: "../contract-artifact.ts",
  },
  {
    url: new URL("transfer-probe.ts", PUBLISHED),
    contracts: ["TransferProbe"],
    typeFrom: "../contract-artifact.ts",
  },
  {
    url: new URL("signature-check.ts", FOR_WALLETS),
    contracts: ["SignatureCheck"],
    typeFrom: null,
  },
  {
    url: new URL("awkward-tokens.ts", FOR_TESTS),
    contracts: [
      "BoastingToken",
      "BurningToken",
      "DenyingToken",
      "FeeToken",
      "FussyToken",
      "LabelledToken",
      "LyingToken",
      "MuteToken",
      "NamelessToken",
      "RebasingToken",
      "Reentrant",
      "SplitToken",
      "StubbornToken",
      "TwoFacedToken",
      "UnindexedToken",
      "UnitShortToken",
    ],
    typeFrom: "../../../src/chain/contract-artifact.ts",
  },
  {
    url: new URL("hostile-parties.ts", FOR_TESTS),
    contracts: ["FickleReceiver", "HookToken"],
    typeFrom: "../../../src/chain/contract-artifact.ts",
  },
];

/** Returns the location and content of each file. */
export function artifactFiles(): readonly { readonly url: URL; readonly content: string }[] {
  const artifacts = compileContracts();
  return FILES.map(({ url, contracts, typeFrom }) => ({
    url,
    content: [
      "/** Compiled from `solidity/src` by `node solidity/compile.ts`; a test compiles it again and compares. */",
      ...(typeFrom === null ? [] : [`import type { ContractArtifact } from "${typeFrom}";`]),
      ...contracts.map((name) => {
        const artifact = artifacts.get(name);
        if (artifact === undefined)
          throw new Error(`There is no contract ${name} in solidity/src.`);
        return typeFrom === null ? exportedCode(name, artifact) : exported(name, artifact);
      }),
    ]
      .join("\n")
      .concat("\n"),
  }));
}

const constantOf = (name: string): string =>
  name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();

function exportedCode(name: string, { bytecode }: Artifact): string {
  return `
/** Creation code of the contract ${name}. */
export const ${constantOf(name)} =
  "${bytecode}";`;
}

function exported(name: string, artifact: Artifact): string {
  const items = artifact.abi.map((item) => JSON.stringify(item));
  const line = `  abi: [${items.join(", ")}],`;
  // The layout is the formatter's.
  const abi =
    line.length <= 100
      ? line
      : ["  abi: [", ...items.map((item) => `    ${item},`), "  ],"].join("\n");
  return `
/** ABI and bytecode of the contract ${name}. */
export const ${constantOf(name)}: ContractArtifact = {
${abi}
  bytecode:
    "${artifact.bytecode}",
};`;
}

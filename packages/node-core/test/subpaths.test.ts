/** Bundles of apps that import one part of the node by its subpath. */

import { dirname } from "node:path";

import { build } from "esbuild";
import { expect, test } from "vitest";

const folder = dirname(import.meta.dirname);

/** The parts of the node in the bundle of a two-line app, and the packages of others that it imports. */
async function bundleOf(app: string) {
  const { metafile } = await build({
    stdin: { contents: app, resolveDir: folder, loader: "ts" },
    absWorkingDir: folder,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    conditions: ["@bourse/source"],
    external: ["ethers", "hpke", "eventemitter3", "@noble/hashes/*"],
  });
  const sources = Object.keys(metafile.inputs).filter((file) => file.startsWith("src/"));
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return {
    parts: [...new Set(sources.map((file) => file.split("/")[1] ?? ""))].toSorted(),
    others: [...new Set(imports.map(({ path }) => path))]
      .filter((path) => !path.startsWith("node:"))
      .toSorted(),
  };
}

test("an app that seals envelopes bundles the sealing, and no other part of the node", async () => {
  const { parts, others } = await bundleOf(`
    import { sealEnvelope } from "@bourse/node-core/sealing";
    console.log(await sealEnvelope(new Uint8Array(1), new Uint8Array(32), JSON.parse("{}")));
  `);
  expect(parts).toEqual(["address.ts", "argument-rules.ts", "errors.ts", "sealing"]);
  expect(others).toEqual(["hpke"]);
});

test("an app that sends transactions bundles the chain, and neither peers nor shares nor payments", async () => {
  const { parts, others } = await bundleOf(`
    import { createTransactionLane } from "@bourse/node-core/chain";
    console.log(createTransactionLane(JSON.parse("{}")));
  `);
  expect(parts).toEqual(["address.ts", "argument-rules.ts", "chain", "errors.ts", "internal"]);
  expect(others).toEqual(["ethers"]);
});

test("an app that opens an identity bundles the keys, and neither chain nor peers nor sealing", async () => {
  const { parts, others } = await bundleOf(`
    import { createIdentity } from "@bourse/node-core/identity";
    console.log(createIdentity().address);
  `);
  expect(parts).toEqual(["address.ts", "argument-rules.ts", "errors.ts", "identity"]);
  expect(others).toEqual(["ethers"]);
});

test("an app that meets peers bundles peers and identity, and neither chain nor shares nor sealing", async () => {
  const { parts, others } = await bundleOf(`
    import { createMemoryHub, createMemoryPeers } from "@bourse/node-core/peers";
    console.log(createMemoryPeers(createMemoryHub(), JSON.parse("{}")));
  `);
  expect(parts).toEqual([
    "address.ts",
    "argument-rules.ts",
    "errors.ts",
    "identity",
    "internal",
    "peers",
  ]);
  expect(others).toEqual(["ethers"]);
});

test("an app that imports the node bundles all of these: the measure sees them", async () => {
  const { parts } = await bundleOf(`
    import { createNode } from "@bourse/node-core";
    console.log(createNode(JSON.parse("{}")));
  `);
  expect(parts).toEqual(
    expect.arrayContaining(["chain", "identity", "peers", "sealing", "shares", "transfers"]),
  );
});

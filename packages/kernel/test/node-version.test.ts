import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { nodeVersionFault } from "../src/node-version.ts";

const { engines } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
) as { engines: { node: string } };
const [major = 0, minor = 0] = engines.node.replace(">=", "").split(".").map(Number);

test("the lowest version of the manifest and what follows it are accepted", () => {
  for (const version of [`${major}.${minor}.0`, `${major}.${minor + 1}.3`, `${major + 1}.0.0`]) {
    expect(nodeVersionFault("bourse-auth", version), version).toBeNull();
  }
});

test("every earlier version is told the lowest one and itself, in one sentence a need", () => {
  for (const version of [`${major}.${minor - 1}.9`, `${major - 1}.99.0`, "18.0.0", "20.20.2"]) {
    const fault = nodeVersionFault("bourse-auth", version);
    expect(fault).toContain(`bourse-auth needs Node.js ≥ ${major}.${minor}`);
    expect(fault).toContain(`this is Node.js ${version}`);
    expect(fault).not.toContain("\n");
  }
});

#!/usr/bin/env node
/** `bourse-mcp`: says what it needs on an old Node.js, before anything is imported that this one lacks. */

import { nodeVersionFault } from "@bourse/kernel/node-version";

const fault = nodeVersionFault("bourse-mcp", process.versions.node);

if (fault === null) {
  await import("./command-line.ts");
} else {
  console.error(fault);
  process.exitCode = 1;
}

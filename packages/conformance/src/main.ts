#!/usr/bin/env node
/** `bourse-conformance`: says what it needs on an old Node.js, before anything is imported that this one lacks. */

import { nodeVersionFault } from "@bourse/kernel/node-version";

const fault = nodeVersionFault("bourse-conformance", process.versions.node);

if (fault === null) {
  await import("./command/command-line.ts");
} else {
  console.error(fault);
  process.exitCode = 1;
}

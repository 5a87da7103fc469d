#!/usr/bin/env node
/** `bourse-mock`: says what it needs on an old Node.js, before anything is imported that this one lacks. */

import { nodeVersionFault } from "@bourse/kernel/node-version";

const fault = nodeVersionFault("bourse-mock", process.versions.node);

if (fault === null) {
  await import("./standalone/command-line.ts");
} else {
  console.error(fault);
  process.exitCode = 1;
}

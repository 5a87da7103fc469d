#!/usr/bin/env node
/** `bourse-conformance`: says what it needs on an old Node.js, before anything is imported that this one lacks. */

import { nodeVersionFault } from "@bourse/kernel/node-version";

const fault = nodeVersionFault("bourse-conformance", process.versions.node);

if (fault === null) {
  const { runConformance } = await import("./command/run-conformance.ts");
  process.exitCode = await runConformance(process.argv.slice(2), {
    stdout: console.log,
    stderr: console.error,
  });
} else {
  console.error(fault);
  process.exitCode = 1;
}

/** The worker thread's module for strategies in files. */

import { serveStrategies } from "./strategy-tasks.ts";

// Node.js 22 warns that stripping types is an experiment; it is what this module is for.
const listeners = process.listeners("warning");
process.removeAllListeners("warning");
process.on("warning", (warning) => {
  if (warning.name === "ExperimentalWarning") return;
  for (const listener of listeners) listener(warning);
});

serveStrategies();

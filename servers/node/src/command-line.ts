/** `bourse-node`: the node as a process. */

import { runServerProgram } from "@bourse/http";

import { nodeServer } from "./server.ts";

await runServerProgram(nodeServer, { args: process.argv.slice(2), variables: process.env });

/** `bourse-curation`: the curation server as a process. */

import { runServerProgram } from "@bourse/http";

import { curationServer } from "./server.ts";

await runServerProgram(curationServer, { args: process.argv.slice(2), variables: process.env });

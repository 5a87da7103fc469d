/** `bourse-auth`: the auth server as a process. */

import { runServerProgram } from "@bourse/http";

import { authServer } from "./server.ts";

await runServerProgram(authServer, { args: process.argv.slice(2), variables: process.env });

#!/usr/bin/env node
import { runStoreCommand } from "./copy-command.ts";

process.exitCode = await runStoreCommand(process.argv.slice(2), console.log, console.error);

/** Writes the table of who may call what into SECURITY.md. */

import { readFileSync, writeFileSync } from "node:fs";

import { accessTable, BEGIN, END } from "./access-table.ts";

const file = new URL("../../../SECURITY.md", import.meta.url);
const [before = "", rest = ""] = readFileSync(file, "utf8").split(BEGIN);
const [, after = ""] = rest.split(END);
writeFileSync(file, `${before}${BEGIN}\n\n${accessTable()}\n\n${END}${after}`);

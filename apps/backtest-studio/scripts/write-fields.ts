/** Writes page/model/request-fields.ts: the options of a run as the contract's document has them. */

import { writeFileSync } from "node:fs";

import { fieldsText } from "./fields-text.ts";

const file = new URL("../page/model/request-fields.ts", import.meta.url);
writeFileSync(file, fieldsText());

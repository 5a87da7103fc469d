import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Reference data beside the project, absent in a plain checkout. */
const root = fileURLToPath(new URL("../../../../shared/data/", import.meta.url));

/** Whether to skip what needs the reference data; on CI its absence is an error instead. */
export const isDataAbsent: boolean = !existsSync(root);
if (isDataAbsent && process.env["CI"] !== undefined) {
  throw new Error("The reference data is absent, and on CI no test may skip for that.");
}

export const readData = (path: string): string => readFileSync(root + path, "utf8");

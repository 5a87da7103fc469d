/** Writes `src/indicators/flow/kernel-module.ts`. Run as `pnpm write:kernels`. */

import { writeFileSync } from "node:fs";

import { compiledKernels } from "./kernels.ts";

const bytes = Buffer.from(await compiledKernels());
const module = `/** Written by scripts/write-kernels.ts from kernels/. Do not change it by hand. */

/** WebAssembly of the kernels, in base64. */
export const KERNEL_MODULE: string =
  "${bytes.toString("base64")}";
`;
writeFileSync(new URL("../src/flow/kernel-module.ts", import.meta.url), module);

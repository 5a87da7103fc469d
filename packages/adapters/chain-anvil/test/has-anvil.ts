import { anvilBinary } from "../src/anvil-binary.ts";

/** True when anvil is installed for this platform; its absence is an error under continuous integration. */
export function hasAnvil(): boolean {
  try {
    anvilBinary();
    return true;
  } catch (error) {
    if (process.env["CI"] === undefined) return false;
    throw error;
  }
}

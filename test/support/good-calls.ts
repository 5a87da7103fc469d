/** Valid calls of public functions where their types do not say enough. */
import type { Calls } from "./wrong-arguments.ts";

const column = (): Float64Array =>
  Float64Array.from({ length: 100 }, (_, at) => 100 + Math.sin(at) * 5);

export const GOOD_CALLS: Calls = {
  makers: { Float64Array: column, ".wavelet": () => "db2" },
  calls: {},
  without: {},
};

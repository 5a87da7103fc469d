/** The error of an argument of a wrong type. */

import { EngineError } from "@bourse/backtest-engine";
import type { RefuseArgument } from "@bourse/kernel";

/** The error of an argument of a wrong type; details.option is the place in the request, else the argument's name. */
export const wrongArgument: RefuseArgument = (message, path) => {
  const option = path.slice(path.length > 1 ? 1 : 0).join(".");
  return new EngineError("OPTIONS_INVALID", message, { details: { option } });
};

import { NodeError } from "../errors.ts";

/** Creates the error of a call that needs the writer, on a node that stands by. */
export function standbyError(): NodeError {
  return new NodeError("STANDBY", "This node stands by: another process is the writer.");
}

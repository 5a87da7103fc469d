import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Error codes of the server itself. */
export type NodeServerErrorCode =
  /** Settings contradict each other; the message names them. */
  | "SETTINGS_CONFLICT"
  /** A backup could not be made or restored; nothing was changed. */
  | "BACKUP_REFUSED"
  /** The running node refused a command or did not answer. */
  | "NODE_UNREACHABLE";

/** Error of the node server with one of the codes above. */
export class NodeServerError extends BourseError<NodeServerErrorCode> {
  constructor(code: NodeServerErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}

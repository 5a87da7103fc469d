import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which this server itself refuses. */
export type NodeServerErrorCode =
  /** Settings that do not go together; the message says which. */
  | "SETTINGS_CONFLICT"
  /** A backup that cannot be made or put back; nothing was changed. */
  | "BACKUP_REFUSED"
  /** The running node refused a command or did not answer. */
  | "NODE_UNREACHABLE";

export class NodeServerError extends BourseError<NodeServerErrorCode> {
  constructor(code: NodeServerErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}

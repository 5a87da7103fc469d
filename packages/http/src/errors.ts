import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which this package itself fails; what goes over the wire is a Problem of the contract instead. */
export type HttpErrorCode =
  /** An environment variable is missing or bad; details.variables lists each with what was expected. */
  | "ENVIRONMENT_INVALID"
  /** A file of `--env-file` cannot be read, or a line of it is no assignment. */
  | "ENV_FILE_INVALID"
  /** Another process listens there already. */
  | "PORT_IN_USE"
  /** This user may not listen there (mostly a port below 1024). */
  | "PORT_FORBIDDEN"
  /** The host is no address of this machine. */
  | "HOST_UNAVAILABLE"
  /** Listening failed for another reason; the cause says which. */
  | "LISTEN_FAILED"
  /** `listen` was called twice, or after `drain` or `close`. */
  | "SERVER_STATE"
  /** Two routes share a method and path, or a path is no template like `/api/jobs/:uuid`. */
  | "ROUTE_INVALID"
  /** The folder of a web page has no `index.html`, or a file of a kind that is not known. */
  | "PAGE_INVALID";

/** An error of the HTTP package. */
export class HttpError extends BourseError<HttpErrorCode> {
  constructor(code: HttpErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}

/** An error inside a bus that no caller learns of. */
export interface BusFault {
  /** Kind of handler that failed; `connection` for the connection of a bus between processes. */
  readonly where: "consumer" | "listener" | "service" | "connection";
  /** Name of the queue or the topic, of the service and its method, or of the server. */
  readonly name: string;
  /** The value that was thrown. */
  readonly error: unknown;
}

/** Receives the faults of a bus, usually to log them. */
export type FaultReporter = (fault: BusFault) => void;

/** Wraps a reporter so that its own errors are ignored and cannot break a queue. */
export function guardedReporter(onFault: FaultReporter): FaultReporter {
  return (fault) => {
    try {
      onFault(fault);
    } catch {
      // An error of the reporter itself can be reported nowhere.
    }
  };
}

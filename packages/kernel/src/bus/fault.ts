/** An error of a consumer or a listener that no caller waits for. */
export interface BusFault {
  /** Kind of handler that failed. */
  readonly where: "consumer" | "listener";
  /** Name of the queue or the topic. */
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

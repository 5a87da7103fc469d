/** A fault of somebody's code that nobody waits for: told to the bus's owner, who logs it. */
export interface BusFault {
  readonly where: "service" | "consumer" | "listener";
  /** `service.method`, the queue's or the topic's name. */
  readonly name: string;
  readonly error: unknown;
}

export type FaultReporter = (fault: BusFault) => void;

/** The reporter as the bus calls it: its own faults have nowhere to go, and must not break a queue. */
export function guardedReporter(onFault: FaultReporter): FaultReporter {
  return (fault) => {
    try {
      onFault(fault);
    } catch {
      // Nobody is left to tell.
    }
  };
}

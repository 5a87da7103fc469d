/** Options of sessions, with their bounds and defaults. */

import {
  type Clock,
  type Ids,
  type Store,
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
} from "@bourse/kernel";

/** Options of {@link createSessions}. */
export interface SessionsOptions {
  /** Store that was opened with the collection `sessions`. */
  readonly store: Store;
  /** Idle timeout: the session ends after this many seconds without a refresh. 60–31,536,000. Default 30 days. */
  readonly idleSeconds?: number;
  /** Absolute timeout: the session ends this many seconds after its login. 60–315,360,000. Default 90 days. */
  readonly absoluteSeconds?: number;
  /**
   * Maximum number of sessions of one user, expired ones included until they are swept. A login beyond it ends an
   * expired session, or else the one that was unused for longest. Only logins make sessions, so no stranger can end
   * one. 1–1000. Default 100.
   */
  readonly perUser?: number;
  /** Seconds for which the parent of a rotation is still accepted, for answers that were lost. 0–3600. Default 30. */
  readonly rotationGraceSeconds?: number;
  /** Milliseconds for which `isLive` is cached: the delay of an end on another replica. 0–60,000. Default 1000. */
  readonly liveCacheMilliseconds?: number;
  /** Source of the time. Default: the system clock. */
  readonly clock?: Clock;
  /** Source of session ids. Default: random UUIDs. */
  readonly ids?: Ids;
}

/** The options in force. @throws KernelError OPTION_INVALID */
export function resolveSessionsOptions(
  given: SessionsOptions,
): Readonly<Required<SessionsOptions>> {
  return resolveOptions("createSessions", given, {
    store: portOption<Store>(["transaction", "find", "get"]),
    perUser: integerOption({ min: 1, max: 1000, default: 100 }),
    idleSeconds: integerOption({ min: 60, max: 31_536_000, default: 2_592_000 }),
    absoluteSeconds: integerOption({ min: 60, max: 315_360_000, default: 7_776_000 }),
    rotationGraceSeconds: integerOption({ min: 0, max: 3600, default: 30 }),
    liveCacheMilliseconds: integerOption({ min: 0, max: 60_000, default: 1000 }),
    clock: portOption<Clock>(["now"], { default: systemClock }),
    ids: portOption<Ids>(["uuid"], { default: systemIds }),
  });
}

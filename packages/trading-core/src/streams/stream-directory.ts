/** The candle streams of the exchanges that a service knows. */

import {
  portOption,
  recordOf,
  anyFunction,
  anyText,
  objectOf,
  resolveOptions,
  shapedOption,
  systemClock,
  type Clock,
} from "@bourse/kernel";

import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import { anyExchanges } from "../part-shapes.ts";
import { createPolledCandleStream } from "./polled-stream.ts";
import type { CandleStream } from "./port.ts";

/** Candle streams by the names of their exchanges. */
export interface StreamDirectory {
  /**
   * Finds the stream of an exchange: its own, or one that asks its source at each close. Default: the default
   * exchange's.
   *
   * @throws EngineError EXCHANGE_UNKNOWN, with the known names in details.known
   */
  find(name?: string): CandleStream;
}

/** Options of {@link createStreamDirectory}. */
export interface StreamDirectoryOptions {
  /** Exchanges by name. */
  readonly exchanges: ExchangeDirectory;
  /** Streams of exchanges that have one of their own, by name. Default: none. */
  readonly streams?: Readonly<Record<string, CandleStream>>;
  /** Source of time of the streams that ask. Default: the system's clock. */
  readonly clock?: Clock;
}

/**
 * Creates a directory of the streams of all exchanges; one without a stream of its own is asked at each close.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createStreamDirectory(options: StreamDirectoryOptions): StreamDirectory {
  const { exchanges, streams, clock } = resolveOptions<Required<StreamDirectoryOptions>>(
    "createStreamDirectory",
    options,
    {
      exchanges: shapedOption("a directory of exchanges", anyExchanges),
      streams: {
        ...shapedOption<Readonly<Record<string, CandleStream>>>(
          "an object of streams by name",
          recordOf(objectOf({ exchange: anyText, follow: anyFunction })),
        ),
        absent: () => ({}),
      },
      clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
    },
  );
  const known = new Map(Object.entries(streams));
  return {
    find(name = exchanges.defaultName) {
      anyText("name", name);
      const provider = exchanges.find(name);
      const found = known.get(name) ?? createPolledCandleStream({ provider, clock });
      known.set(name, found);
      return found;
    },
  };
}

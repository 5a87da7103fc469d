import { EngineError } from "../errors.ts";
import { requireOptions } from "../require-arguments.ts";
import { FormingCandle } from "./forming-candle.ts";
import type { Interval } from "./interval.ts";
import { resampleBins, type ResampleBins, type ResampleOptions } from "./resample-bins.ts";
import { overlap } from "./resample.ts";

/** Candle that a {@link StreamingResampler} takes, such as the one that a trader is told of. */
export interface ResamplerInput {
  /** Open time, milliseconds UTC; later than that of the candle before. */
  readonly time: number;
  /** Open price in quote units. */
  readonly open: number;
  /** Highest price in quote units. */
  readonly high: number;
  /** Lowest price in quote units. */
  readonly low: number;
  /** Close price in quote units. */
  readonly close: number;
  /** Volume in base units. */
  readonly volume: number;
}

/** Options of {@link StreamingResampler}. */
export interface StreamingResamplerOptions extends ResampleOptions {
  /** Interval of the candles that it is fed. */
  readonly interval: Interval;
}

/**
 * Resamples closed candles to a longer interval one by one, for class strategies and live feeds: by the rules and with
 * the bits of `resample`, and each longer candle at the moment at which `align` reveals it.
 */
export class StreamingResampler {
  readonly #to: Interval | number;
  readonly #interval: Interval;
  readonly #rules: ResampleOptions;
  readonly #forming = new FormingCandle();
  #bins: ResampleBins | undefined;
  #start = NaN;
  #isForming = false;
  /** Time at which the last candle closed. */
  #closedAt = -Infinity;

  /**
   * Makes a resampler to `to`: an interval, or a length in milliseconds.
   *
   * @throws EngineError OPTIONS_INVALID, INTERVAL_INVALID
   */
  constructor(to: Interval | number, options: StreamingResamplerOptions) {
    requireOptions("StreamingResampler", options);
    const { interval, ...rules } = options;
    this.#to = to;
    this.#interval = interval;
    this.#rules = rules;
    // The first candle decides where bins from midnight begin; what cannot be is refused now.
    resampleBins(to, interval, new Float64Array(0), rules);
  }

  /**
   * Adds a candle that has closed, and returns the longer candles that are closed with it: mostly none or one, two
   * after candles were missing.
   *
   * @throws EngineError CANDLES_INVALID when the candle opens before the one before it is closed; OPTIONS_INVALID when
   * it lacks one of the numbers
   */
  next(candle: ResamplerInput): readonly ResamplerInput[] {
    const cells = cellsOf(candle);
    const { time } = cells;
    if (!(time >= this.#closedAt)) throw overlap(this.#interval, time, this.#closedAt);
    const bins = (this.#bins ??= resampleBins(
      this.#to,
      this.#interval,
      Float64Array.of(time),
      this.#rules,
    ));
    const closed: ResamplerInput[] = [];
    const start = bins.startOf(time);
    if (start === this.#start) this.#forming.add(cells);
    else {
      if (this.#isForming) closed.push(this.#finish(bins));
      this.#start = start;
      this.#isForming = true;
      this.#forming.begin(cells);
    }
    this.#closedAt = bins.closeOf(time);
    if (bins.knownAt(start) <= this.#closedAt) closed.push(this.#finish(bins));
    return closed;
  }

  #finish(bins: ResampleBins): ResamplerInput {
    const { open, high, low, close, volume } = this.#forming;
    this.#isForming = false;
    return { time: bins.labelOf(this.#start), open, high, low, close, volume };
  }
}

/** The numbers of a candle. @throws EngineError OPTIONS_INVALID */
function cellsOf(candle: ResamplerInput): ResamplerInput & { readonly turnover: number } {
  try {
    // Read one by one: the candle that a trader receives has getters, which a spread would leave out.
    const { time, open, high, low, close, volume } = candle;
    const cells = { time, open, high, low, close, volume, turnover: 0 };
    if (Object.values(cells).every((cell: unknown) => typeof cell === "number")) return cells;
  } catch {
    // Refused below: what cannot be read is no candle.
  }
  throw new EngineError(
    "OPTIONS_INVALID",
    "StreamingResampler.next: expected a candle with the numbers time, open, high, low, close and volume.",
    { details: { option: "candle" } },
  );
}

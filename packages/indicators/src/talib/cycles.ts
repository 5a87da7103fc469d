// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator, type UnstablePeriod } from "../flow/indicator.ts";
import { delayed, type Line, type Plan, type Span } from "../flow/plan.ts";
import {
  cycleLines,
  CyclePhase,
  LONGEST_CYCLE,
  trendlineOf,
  type CycleLines,
  type CyclePart,
} from "../steps/cycle-phase.ts";
import { dominantCycle, IDLE, smoothedPrice, WAIT } from "../steps/dominant-cycle.ts";

const SOURCE = "Ehlers, Rocket Science for Traders, 2001";
const RADIANS = Math.PI / 180;

type Cycle = Indicator<"values", UnstablePeriod>;

/** Loop over rows with some parts of the cycle measured up to each of them. */
function eachPhase(
  lines: CycleLines,
  parts: readonly CyclePart[],
  write: (phase: CyclePhase, i: number) => void,
): Span {
  const phase = new CyclePhase(lines, parts);
  return (from, to, seen) => {
    const before = seen - from;
    for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
      phase.next(i, i + before);
      write(phase, i);
    }
  };
}

/** Line of one part of each row's cycle. */
function fromPhase(plan: Plan, line: Line, part: CyclePart): Line {
  const lines = cycleLines(plan, line);
  return plan.step([line, lines.smoothPeriod], WAIT.late, (out) =>
    eachPhase(lines, [part], (phase, i) => {
      out[i] = phase[part];
    }),
  );
}

/**
 * Length of the dominant cycle in candles, 6–50 once it has settled (HT_DCPERIOD; Ehlers, 2001). Warm-up 32 and the
 * unstable period.
 */
export const htDcPeriod: Cycle = defineIndicator({
  name: "htDcPeriod",
  talib: "HT_DCPERIOD",
  family: "cycle",
  title: "Hilbert transform: dominant cycle period",
  source: SOURCE,
  inputs: ["values"],
  isUnstable: true,
  formula: "smoothed 360° / (phase step of the price's in-phase and quadrature parts)",
  build: (plan, [line]) => {
    const { smoothPeriod } = dominantCycle(plan, smoothedPrice(plan, line!), IDLE.early);
    return delayed(smoothPeriod, WAIT.early);
  },
});

/**
 * Phase of the dominant cycle in degrees, -45–315 (HT_DCPHASE; Ehlers, 2001). Undecided where prices stand still.
 * Warm-up 63 and the unstable period.
 */
export const htDcPhase: Cycle = defineIndicator({
  name: "htDcPhase",
  talib: "HT_DCPHASE",
  family: "cycle",
  title: "Hilbert transform: dominant cycle phase",
  source: SOURCE,
  inputs: ["values"],
  isUnstable: true,
  formula: "angle of the price's Fourier component over one dominant cycle, in degrees",
  build: (plan, [line]) => fromPhase(plan, line!, "phase"),
});

/**
 * In-phase and quadrature parts of the price (HT_PHASOR; Ehlers, 2001). Warm-up 32 and the unstable period.
 */
export const htPhasor: Indicator<"values", UnstablePeriod, "inPhase" | "quadrature"> =
  defineIndicator({
    name: "htPhasor",
    talib: "HT_PHASOR",
    family: "cycle",
    title: "Hilbert transform: phasor components",
    source: SOURCE,
    inputs: ["values"],
    isUnstable: true,
    outputs: ["inPhase", "quadrature"],
    formula: "detrended price three rows ago, and the detrended price turned by a quarter cycle",
    build: (plan, [line]) => {
      const { inPhase, quadrature } = dominantCycle(plan, smoothedPrice(plan, line!), IDLE.early);
      return [delayed(inPhase, WAIT.early), delayed(quadrature, WAIT.early)];
    },
  });

/**
 * Sine of the dominant cycle's phase, and of the phase 45° ahead (HT_SINE; Ehlers, 2001). Warm-up 63 and the unstable
 * period.
 */
export const htSine: Indicator<"values", UnstablePeriod, "sine" | "leadSine"> = defineIndicator({
  name: "htSine",
  talib: "HT_SINE",
  family: "cycle",
  title: "Hilbert transform: sine wave",
  source: SOURCE,
  inputs: ["values"],
  isUnstable: true,
  outputs: ["sine", "leadSine"],
  formula: "sin(phase), sin(phase + 45°)",
  build: (plan, [line]) => {
    const lines = cycleLines(plan, line!);
    return plan.twin([line!, lines.smoothPeriod], WAIT.late, (sine, leadSine) =>
      eachPhase(lines, ["phase"], ({ phase }, i) => {
        sine[i] = Math.sin(phase * RADIANS);
        leadSine[i] = Math.sin((phase + 45) * RADIANS);
      }),
    );
  },
});

/**
 * Price without its dominant cycle (HT_TRENDLINE; Ehlers, 2001). Warm-up 63 and the unstable period.
 */
export const htTrendline: Cycle = defineIndicator({
  name: "htTrendline",
  talib: "HT_TRENDLINE",
  family: "overlap",
  title: "Hilbert transform: instantaneous trendline",
  source: SOURCE,
  inputs: ["values"],
  isUnstable: true,
  formula: "mean price of one dominant cycle, smoothed by 4, 3, 2, 1",
  build: (plan, [line]) =>
    plan.kernels(LONGEST_CYCLE) === null
      ? fromPhase(plan, line!, "trendline")
      : trendlineOf(plan, cycleLines(plan, line!)),
});

/**
 * Trend or cycle (HT_TRENDMODE; Ehlers, 2001): 1 in a trend, 0 in a cycle. Warm-up 63 and the unstable period.
 */
export const htTrendMode: Cycle = defineIndicator({
  name: "htTrendMode",
  talib: "HT_TRENDMODE",
  family: "cycle",
  title: "Hilbert transform: trend or cycle mode",
  source: SOURCE,
  inputs: ["values"],
  isUnstable: true,
  formula:
    "0 for half a cycle after the sines crossed and while the phase turns at the cycle's speed, else 1; 1 if the price is 1.5 % off the trendline",
  build: (plan, [line]) => {
    const lines = cycleLines(plan, line!);
    return plan.step([line!, lines.smoothPeriod], WAIT.late, (out) => {
      const x = lines.smooth.values;
      const periods = lines.smoothPeriod.values;
      const before = { phase: 0, sine: 0, lead: 0, days: 0 };
      return eachPhase(lines, ["phase", "trendline"], ({ phase, trendline }, i) => {
        const sine = Math.sin(phase * RADIANS);
        const lead = Math.sin((phase + 45) * RADIANS);
        const length = periods[i]!;
        const hasCrossed =
          (sine > lead && before.sine <= before.lead) ||
          (sine < lead && before.sine >= before.lead);
        before.days = hasCrossed ? 1 : before.days + 1;
        let isTrend = !hasCrossed && before.days >= 0.5 * length;
        const turn = phase - before.phase;
        if (length !== 0 && turn > (0.67 * 360) / length && turn < (1.5 * 360) / length) {
          isTrend = false;
        }
        if (trendline !== 0 && Math.abs((x[i]! - trendline) / trendline) >= 0.015) isTrend = true;
        before.phase = phase;
        before.sine = sine;
        before.lead = lead;
        out[i] = Number.isNaN(phase) ? NaN : isTrend ? 1 : 0;
      });
    });
  },
});

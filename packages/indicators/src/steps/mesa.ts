// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";
import { dominantCycle, IDLE, smoothedPrice, WAIT } from "./dominant-cycle.ts";

const DEGREES = 180 / Math.PI;

/** MESA adaptive average and its following average (Ehlers, 2001): the faster the phase turns, the slower they are. */
export function mesaAverages(
  plan: Plan,
  line: Line,
  fastLimit: number,
  slowLimit: number,
): [mama: Line, fama: Line] {
  const cycle = dominantCycle(plan, smoothedPrice(plan, line), IDLE.early);
  return plan.twin([line, cycle.inPhase, cycle.quadrature], WAIT.early, (mama, fama) => {
    const x = line.values;
    const [inPhases, quadratures] = [cycle.inPhase.values, cycle.quadrature.values];
    const least = Math.min(slowLimit, fastLimit);
    const state = { phase: 0, average: 0, following: 0 };
    return (from, to) => {
      let { phase, average, following } = state;
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const inPhase = inPhases[i]!;
        const angle = Math.atan(quadratures[i]! / inPhase) * DEGREES;
        const now = inPhase === 0 ? 0 : angle;
        const turn = phase - now;
        phase = now;
        // turn > 1 ? max(slowLimit, fastLimit / turn) : fastLimit, with factors 0 and 1: jumps would be guessed wrong.
        const turns = Number(turn > 1);
        const share = fastLimit / (turn * turns + (1 - turns));
        const floor = slowLimit * turns + least * (1 - turns);
        const isAbove = Number(share > floor);
        const weight = share * isAbove + floor * (1 - isAbove);
        average = weight * x[i]! + (1 - weight) * average;
        following = 0.5 * weight * average + (1 - 0.5 * weight) * following;
        mama[i] = average;
        fama[i] = following;
      }
      state.phase = phase;
      state.average = average;
      state.following = following;
    };
  });
}

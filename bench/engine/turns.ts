/**
 * How candidates are compared on a machine that others use too: by the least time of each, taken in turns.
 *
 * What disturbs a run only ever makes it longer, so that the least of many is what the work itself takes; medians of
 * the same runs swing by half. All candidates are treated alike: as many warm-ups, as many runs.
 */

/** Runs of each candidate before the first that counts: by then code is compiled, caches and memory are warm. */
const WARM_UPS = 10;

/** One run; gives the milliseconds that it took. */
export type Candidate = () => number | Promise<number>;

/**
 * The least time of every candidate, of `rounds` runs each: one run of each in turn, so that a slow moment of the
 * machine meets them all. Every other round goes backwards: none always comes after the same one.
 */
export async function leastTimes<Name extends string>(
  candidates: Readonly<Record<Name, Candidate>>,
  rounds: number,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(candidates) as Name[];
  const least = Object.fromEntries(names.map((name) => [name, Infinity])) as Record<Name, number>;
  for (let round = -WARM_UPS; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const time = await candidates[name]();
      if (round >= 0) least[name] = Math.min(least[name], time);
    }
  }
  return least;
}

/** Milliseconds of processor time, all threads of this process: what others on the machine do is not counted. */
export async function processorTime(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

// Places stay within the axes and kernels, so `!` only satisfies the type checker.

/** Mixtures of kernels around observed points: the densities of a tree-structured Parzen estimator. */

import type { Random } from "@bourse/kernel";

import { normalQuantile, normalShareBelow } from "../metrics/normal.ts";
import { nearestValue } from "./combinations.ts";
import type { OptionValue } from "./option-ranges.ts";
import type { Axis } from "./parameter-ranges.ts";
import { valueAt, type Point, type SearchSpace } from "./search-space.ts";

type Axes = SearchSpace["axes"];
type NumberAxis = Exclude<Axis<OptionValue>, { kind: "values" }>;

/** A mixture of one kernel around each observation and one over the whole space, all of equal weight. */
export interface Mixture {
  /** Draws a point: a kernel is chosen, and each axis is drawn from it. */
  draw(random: Random): Point;
  /** Logarithm of the density at a point; only differences between mixtures over the same space mean something. */
  logDensity(point: Point): number;
}

/** One axis of one kernel. */
interface Kernel {
  draw(random: Random): OptionValue;
  density(value: OptionValue): number;
}

/** The mixture around these points. Kernels are products over the axes, so that what goes together stays together. */
export function mixtureOf(axes: Axes, points: readonly Point[]): Mixture {
  // Scott's rule over as many dimensions, as share of an axis; never so narrow that no neighbour is drawn.
  const width = Math.max(
    0.2 * Math.max(1, points.length) ** (-1 / (axes.length + 4)),
    1 / Math.min(100, 2 + points.length),
  );
  const kernels = [...points, undefined].map((point) =>
    axes.map(([name, axis]) => kernelOf(axis, point?.[name], width, points.length + 1)),
  );
  return {
    draw(random) {
      const chosen = kernels[random.below(kernels.length)]!;
      return Object.fromEntries(axes.map(([name], k) => [name, chosen[k]!.draw(random)] as const));
    },
    logDensity(point) {
      let sum = 0;
      for (const kernel of kernels) {
        let product = 1;
        for (const [k, [name]] of axes.entries()) product *= kernel[k]!.density(point[name]!);
        sum += product;
      }
      return Math.log(sum / kernels.length);
    },
  };
}

/** The kernel around a value; around none it is the prior over the whole axis. */
function kernelOf(
  axis: Axis<OptionValue>,
  value: OptionValue | undefined,
  width: number,
  kernels: number,
): Kernel {
  if (axis.kind === "values") {
    return isOrdered(axis.values)
      ? orderedKernel(axis.values, value, width)
      : choiceKernel(axis.values, value, kernels);
  }
  return numberKernel(axis, value as number | undefined, width);
}

function isOrdered(values: readonly OptionValue[]): values is readonly number[] {
  return values.every((value) => typeof value === "number");
}

/** Numbers of a list: neighbours in size are neighbours, however far apart. */
function orderedKernel(
  values: readonly number[],
  value: OptionValue | undefined,
  width: number,
): Kernel {
  const sorted = values.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  const steps: NumberAxis = { kind: "steps", from: 0, step: 1, count: last + 1, isLog: false };
  const place = value === undefined ? undefined : sorted.indexOf(value as number);
  const kernel = numberKernel(steps, place, width);
  return {
    draw: (random) => sorted[kernel.draw(random) as number]!,
    density: (given) => kernel.density(sorted.indexOf(given as number)),
  };
}

function choiceKernel(
  values: readonly OptionValue[],
  value: OptionValue | undefined,
  kernels: number,
): Kernel {
  const keys = values.map((one) => JSON.stringify(one));
  const own = value === undefined ? -1 : keys.indexOf(JSON.stringify(value));
  const share = 1 / kernels;
  const total = share * values.length + (own < 0 ? 0 : 1);
  const weight = (place: number): number => (share + (place === own ? 1 : 0)) / total;
  return {
    draw(random) {
      let left = random.next();
      for (const [place, one] of values.entries()) {
        left -= weight(place);
        if (left < 0) return one;
      }
      return values.at(-1)!;
    },
    density: (given) => weight(keys.indexOf(JSON.stringify(given))),
  };
}

/** A normal distribution cut off at the ends of the axis; each value of a stepped axis has the share of its cell. */
function numberKernel(axis: NumberAxis, value: number | undefined, width: number): Kernel {
  const scaled = (number: number): number => (axis.isLog ? Math.log(number) : number);
  const isContinuous = axis.kind === "between" && !axis.isWhole;
  const step = axis.kind === "steps" ? axis.step : 1;
  const last = axis.kind === "steps" ? Number(valueAt(axis, axis.count - 1)) : axis.to;
  const lower = (number: number): number => {
    const edge = number - step / 2;
    return scaled(axis.isLog && edge <= 0 ? number / 2 : edge);
  };
  const low = isContinuous ? scaled(axis.from) : lower(axis.from);
  const high = isContinuous ? scaled(last) : scaled(last + step / 2);
  const span = high - low;
  const middle = value === undefined ? (low + high) / 2 : scaled(value);
  const deviation = value === undefined ? span : width * span;
  const below = (x: number): number => normalShareBelow((x - middle) / deviation);
  const [first, end] = [below(low), below(high)];
  return {
    draw(random) {
      const share = first + random.next() * (end - first);
      const x = middle + deviation * normalQuantile(share);
      return nearestValue(axis, axis.isLog ? Math.exp(x) : x);
    },
    density(given) {
      const number = given as number;
      if (!isContinuous) {
        return (below(scaled(number + step / 2)) - below(lower(number))) / (end - first);
      }
      const z = (scaled(number) - middle) / deviation;
      return (Math.exp(-0.5 * z * z) / (end - first)) * (span / deviation);
    },
  };
}

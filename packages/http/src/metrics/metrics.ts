/** Metrics of one process in the text format of Prometheus. */

import {
  functionOption,
  optional,
  resolveOptions,
  textOption,
  type Instruments,
  type MetricDefinition,
  type OptionRules,
  type SetGauge,
} from "@bourse/kernel";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Options of {@link createMetrics}. */
export interface MetricsOptions {
  /** Name of the service, such as `bourse-auth`: a label of `bourse_build_info`. */
  readonly service: string;
  /** Version of the service: a label of `bourse_build_info`. */
  readonly version: string;
  /** Called with the error of a gauge that could not be read; the gauge is left out. Default: nothing. */
  readonly onFault?: (error: unknown, name: string) => void;
}

/** Counters, histograms and gauges of one process; histograms have buckets from 1 ms to 30 s. */
export interface Metrics extends Instruments {
  /** Returns all metrics in the text format of Prometheus, version 0.0.4. */
  exposition(): Promise<string>;
}

type Reader = (set: SetGauge) => void | Promise<void>;

/** Upper bounds of the buckets in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const RULES: OptionRules<{
  readonly [Name in keyof Required<MetricsOptions>]: MetricsOptions[Name];
}> = {
  service: textOption(),
  version: textOption(),
  onFault: optional(functionOption<NonNullable<MetricsOptions["onFault"]>>()),
};

/**
 * Creates metrics with those of the process: memory, processor time, event-loop lag, garbage collection.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const { service, version, onFault } = resolveOptions("createMetrics", options, RULES);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const gauges = new Map<string, Reader[]>();

  const addGauge = (definition: MetricDefinition): Reader[] => {
    const readers: Reader[] = [];
    const gauge = new Gauge({
      ...configuration(definition, registry),
      async collect(): Promise<void> {
        gauge.reset();
        try {
          for (const read of readers) await read((labels, value) => gauge.set(labels, value));
        } catch (error) {
          gauge.reset();
          // The reset of a gauge without labels is a 0, which would be a lie.
          if (definition.labels === undefined) gauge.remove();
          onFault?.(error, definition.name);
        }
      },
    });
    return readers;
  };

  const metrics: Metrics = {
    counter(definition) {
      const counter = found(
        counters,
        definition.name,
        () => new Counter(configuration(definition, registry)),
      );
      return (labels, by = 1) => counter.inc(labels, by);
    },
    histogram(definition) {
      const histogram = found(
        histograms,
        definition.name,
        () => new Histogram({ ...configuration(definition, registry), buckets: BUCKETS }),
      );
      return (labels, seconds) => histogram.observe(labels, seconds);
    },
    gauge(definition, read) {
      found(gauges, definition.name, () => addGauge(definition)).push(read as Reader);
    },
    exposition: () => registry.metrics(),
  };
  metrics.gauge(
    {
      name: "bourse_build_info",
      help: "Service and version of this process; the value is always 1.",
      labels: ["service", "version"],
    },
    (set) => set({ service, version }, 1),
  );
  return metrics;
}

function configuration(
  { name, help, labels = [] }: MetricDefinition,
  registry: Registry,
): { name: string; help: string; labelNames: string[]; registers: Registry[] } {
  return { name, help, labelNames: [...labels], registers: [registry] };
}

function found<T>(all: Map<string, T>, name: string, make: () => T): T {
  const made = all.get(name) ?? make();
  all.set(name, made);
  return made;
}

/** Port of metrics: what a library needs to register its own. `createMetrics` of `@bourse/http` is an engine of it. */

/** Name, help text and label names of a metric. */
export interface MetricDefinition<Label extends string = string> {
  /** Name of the metric, such as `bourse_jobs`: letters, digits and underscores. */
  readonly name: string;
  /** Description in one sentence. */
  readonly help: string;
  /** Names of the labels. The values of each must be few: never an id, an address or a path. Default none. */
  readonly labels?: readonly Label[];
}

/** Values of a metric's labels by name. */
export type MetricLabels<Label extends string = string> = Readonly<Record<Label, string>>;

/** Sets the value of one combination of labels. */
export type SetGauge<Label extends string = string> = (
  labels: MetricLabels<Label>,
  value: number,
) => void;

/** Counters, histograms and gauges of one process. An instrument that is asked for again is the same one. */
export interface Instruments {
  /** Returns a function that adds to a counter, by default 1. */
  counter<Label extends string>(
    definition: MetricDefinition<Label>,
  ): (labels: MetricLabels<Label>, by?: number) => void;
  /** Returns a function that records a duration in seconds. */
  histogram<Label extends string>(
    definition: MetricDefinition<Label>,
  ): (labels: MetricLabels<Label>, seconds: number) => void;
  /** Reads a gauge at each exposition. Several readers of one name add their combinations of labels. */
  gauge<Label extends string>(
    definition: MetricDefinition<Label>,
    read: (set: SetGauge<Label>) => void | Promise<void>,
  ): void;
}

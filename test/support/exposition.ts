/** A strict reader of the text format of Prometheus, version 0.0.4, with the rules of its linter for our own names. */

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: Sample[];
}

export type Exposition = ReadonlyMap<string, Family>;

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;

/** Parses an exposition; throws at the first line that is not of the grammar. */
export function parseExposition(text: string): Exposition {
  if (!text.endsWith("\n")) throw new Error("the last line has no newline");
  const families = new Map<string, Family>();
  const helps = new Map<string, string>();
  const seen = new Set<string>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (kind === "HELP") {
      if (!NAME.test(name) || helps.has(name)) throw new Error(`bad or second help: ${line}`);
      helps.set(name, rest);
    } else if (kind === "TYPE") {
      if (families.has(name) || !/^(?:counter|gauge|histogram|summary)$/.test(rest)) {
        throw new Error(`bad or second type: ${line}`);
      }
      families.set(name, { type: rest, help: helps.get(name) ?? "", samples: [] });
    } else {
      const sample = sampleOf(line);
      const series = JSON.stringify([sample.name, sample.labels]);
      if (seen.has(series)) throw new Error(`twice: ${line}`);
      seen.add(series);
      familyOf(families, sample.name).samples.push(sample);
    }
  }
  return families;
}

/** Faults by the rules of `promtool check metrics`, in the families that begin with `prefix`. */
export function lintExposition(families: Exposition, prefix: string): string[] {
  return [...families].flatMap(([name, { type, help, samples }]) => {
    if (!name.startsWith(prefix)) return [];
    const faults: string[] = [];
    if (help === "") faults.push("has no help");
    if ((type === "counter") !== name.endsWith("_total")) faults.push("_total is for counters");
    if (/[A-Z]|milliseconds|_ms\b/.test(name)) faults.push("not snake_case in base units");
    if (/_(?:bucket|count|sum)$/.test(name)) faults.push("has a suffix of histograms");
    if (type === "histogram") faults.push(...histogramFaults(samples));
    return faults.map((fault) => `${name}: ${fault}`);
  });
}

function histogramFaults(samples: readonly Sample[]): string[] {
  const series = new Map<
    string,
    { last: number; bound: number; count?: number; infinite?: number }
  >();
  const faults: string[] = [];
  for (const { name, labels, value } of samples) {
    const { le, ...rest } = labels;
    const key = JSON.stringify(rest);
    const state = series.get(key) ?? { last: 0, bound: -Infinity };
    series.set(key, state);
    if (name.endsWith("_count")) state.count = value;
    if (!name.endsWith("_bucket")) continue;
    const bound = le === "+Inf" ? Infinity : Number(le);
    if (!(bound > state.bound) || value < state.last) faults.push(`buckets out of order: ${le}`);
    Object.assign(state, { last: value, bound });
    if (bound === Infinity) state.infinite = value;
  }
  for (const [key, { count, infinite }] of series) {
    if (count === undefined || count !== infinite) faults.push(`+Inf is not the count: ${key}`);
  }
  return faults;
}

function sampleOf(line: string): Sample {
  const [, name = "", inner = "", number = ""] = SAMPLE.exec(line) ?? [];
  const value = number === "+Inf" ? Infinity : number === "-Inf" ? -Infinity : Number(number);
  if (name === "" || (Number.isNaN(value) && number !== "Nan" && number !== "NaN")) {
    throw new Error(`no sample: ${line}`);
  }
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inner.length) {
    const at = LABEL.lastIndex;
    const [, label = "", text = ""] = LABEL.exec(inner) ?? [];
    if (label === "" || label in labels) throw new Error(`bad labels at ${at}: ${line}`);
    labels[label] = text;
  }
  return { name, labels, value };
}

function familyOf(families: ReadonlyMap<string, Family>, sample: string): Family {
  const base = sample.replace(/_(?:bucket|count|sum)$/, "");
  const family = families.get(sample) ?? families.get(base);
  if (family === undefined) throw new Error(`a sample before its type: ${sample}`);
  return family;
}

/** Sum of the samples of `name` whose labels have the values of `labels`. */
export function valueOf(
  families: Exposition,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const family = families.get(name) ?? families.get(name.replace(/_(?:bucket|count|sum)$/, ""));
  const samples = (family?.samples ?? []).filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return samples.reduce((sum, { value }) => sum + value, 0);
}

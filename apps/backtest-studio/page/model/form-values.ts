/** Values of a form's fields: numbers within bounds, and in a search lists and ranges. */

/** Texts of the form: `p.` stands before parameters, `o.` before options, the others are the form's own. */
export type FormTexts = Readonly<Record<string, string | undefined>>;

/** Takes a fault for each field that does not fit, by the field's name. */
export interface Sink {
  readonly faults: Record<string, string>;
}

interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly isWhole?: boolean;
}

/** A number of a text, undefined for an empty one; NaN with a fault for what is none. */
export function numberOf(
  text: string | undefined,
  { min, max, isWhole = false }: Bounds,
  key: string,
  sink: Sink,
): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const value = Number(text);
  const kind = isWhole ? "a whole number" : "a number";
  if (!Number.isFinite(value) || (isWhole && !Number.isInteger(value))) {
    sink.faults[key] = `Enter ${kind}, such as ${min ?? 1}.`;
  } else if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    const range = max === undefined ? `from ${min}` : `from ${min ?? "any"} to ${max}`;
    sink.faults[key] = `Enter ${kind} ${range}.`;
  }
  return value;
}

/** A list or a range of values as a search takes it. */
export type Several = readonly unknown[] | RangeOfValues;

/** A range with both ends. */
interface RangeOfValues {
  readonly from: number;
  readonly to: number;
  readonly step?: number;
  readonly scale?: string;
}

/**
 * Several values of a text: `10, 20, 50`, `5..50/5`, `0.001..1 log`. Undefined for one value alone.
 *
 * @param one - reads a single value
 * @param isNumber - true where a range can stand
 */
export function severalOf(
  text: string,
  one: (part: string) => unknown,
  isNumber: boolean,
  key: string,
  sink: Sink,
): Several | undefined {
  const [, from, to, step, log] = RANGE.exec(text.trim()) ?? [];
  if (from !== undefined && to !== undefined) {
    if (!isNumber) {
      sink.faults[key] = "Only a number has a range; put commas between values.";
    }
    const range = {
      from: one(from) as number,
      to: one(to) as number,
      ...(step !== undefined && { step: numberOf(step, { min: 0 }, key, sink) as number }),
      ...(log !== undefined && { scale: "log" }),
    };
    if (range.from >= range.to) sink.faults[key] ??= "The first end must be below the last.";
    return range;
  }
  const parts = text.split(",").filter((part) => part.trim() !== "");
  return parts.length > 1 ? parts.map((part) => one(part.trim())) : undefined;
}

const RANGE = /^(\S+?)\s*\.\.\s*(\S+?)(?:\s*\/\s*(\S+?))?(\s+log)?$/u;

/** Number of values; undefined for a range without a step, of which there is no end. */
export function sizeOf(values: unknown): number | undefined {
  if (Array.isArray(values)) return values.length;
  if (typeof values !== "object" || values === null) return 1;
  const { from, to, step } = values as RangeOfValues;
  if (from === undefined || to === undefined) return 1;
  if (step === undefined || !(step > 0)) return undefined;
  return Math.max(1, Math.floor((to - from) / step + 1e-9) + 1);
}

/** A value as the form takes it: `none` for null, `yes` and `no`, `10, 20`, `5..50/5`. */
export function valueText(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    // What has no text of its own between commas stands as JSON.
    const isPlain =
      value.length > 1 &&
      value.every((one) => (typeof one !== "object" || one === null) && !/[,[]/u.test(String(one)));
    return isPlain ? value.map(singleText).join(", ") : JSON.stringify(value);
  }
  if (typeof value !== "object" || value === null) return singleText(value);
  const { from, to, step, scale } = value as RangeOfValues;
  if (from === undefined || to === undefined) return JSON.stringify(value);
  return `${from}..${to}${step === undefined ? "" : `/${step}`}${scale === "log" ? " log" : ""}`;
}

function singleText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A name as it is spoken of: without underscores. */
export function spoken(name: string): string {
  return name.replaceAll("_", " ");
}

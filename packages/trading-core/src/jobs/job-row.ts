/** Facts of a job that lists are filtered and sorted by. */

import type { JobDocument, JobStatus, JobType, JsonObject } from "./job.ts";

/** Figures that lists are sorted by; null where a job has none. */
export interface JobFigures {
  /** Total return as a fraction. */
  readonly totalReturn: number | null;
  /** Sharpe ratio, annual. */
  readonly sharpe: number | null;
  /** Largest drawdown as a fraction. */
  readonly maxDrawdown: number | null;
  /** Number of trades. */
  readonly trades: number | null;
}

/** Facts of one job. */
export interface JobRow extends JobFigures {
  readonly uuid: string;
  readonly number: number;
  readonly status: JobStatus;
  readonly jobType: JobType;
  readonly strategy: string | undefined;
  readonly symbols: readonly string[];
  readonly tags: readonly string[];
  /** Title, note, tags, symbols and strategy as words are looked for in them. */
  readonly words: string;
}

/** The facts of a stored job. */
export function rowOf(job: JobDocument): JobRow {
  const { id: uuid, number, status, jobType, request, title, note, tags = [] } = job;
  const strategy = textIn(request, "strategy") ?? textIn(job.result ?? {}, "strategy");
  const symbols = symbolsOf(request);
  const texts = [title, note, ...tags, ...symbols, strategy];
  return {
    uuid,
    number,
    status,
    jobType,
    strategy,
    symbols,
    tags,
    words: spelt(texts.filter((text) => typeof text === "string").join("\n")),
    ...figuresOf(job),
  };
}

/** A text as words are compared: case and compatible characters make no difference. */
export function spelt(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** The figures of a backtest, of a sweep's best combination, or of the joined tests of a walk-forward. */
function figuresOf({ jobType, result }: JobDocument): JobFigures {
  const figures = figuresIn(jobType, result);
  return {
    totalReturn: numberIn(figures, "totalReturn"),
    sharpe: numberIn(figures, "sharpe"),
    maxDrawdown: numberIn(figures, "maxDrawdown"),
    trades: numberIn(figures, "totalTrades"),
  };
}

function figuresIn(jobType: JobType, result: JsonObject | null): JsonObject | null {
  switch (jobType) {
    case "backtest":
      return result;
    case "sweep":
      return objectIn(result, "best");
    case "walk_forward":
      return objectIn(result, "outOfSample");
    case "data_sync":
    case "signal":
      return null;
  }
}

function symbolsOf(request: JsonObject): readonly string[] {
  const { symbol, symbols } = request;
  if (Array.isArray(symbols)) return symbols.filter((one) => typeof one === "string");
  return typeof symbol === "string" ? [symbol] : [];
}

function textIn(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === "string" ? value : undefined;
}

function numberIn(object: JsonObject | null, name: string): number | null {
  const value = object?.[name];
  return typeof value === "number" ? value : null;
}

function objectIn(object: JsonObject | null, name: string): JsonObject | null {
  const value = object?.[name];
  return typeof value === "object" && !Array.isArray(value) ? (value as JsonObject | null) : null;
}

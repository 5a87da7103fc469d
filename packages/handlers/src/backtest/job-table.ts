/** The tables of a job's result as files. */

import type { Metrics } from "@bourse/backtest-engine/metrics";
import {
  writeDrawdownsCsv,
  writeEquityCsv,
  writeMetricsCsv,
  writeMonthlyReturnsCsv,
  writeSweepCsv,
  writeSymbolsCsv,
  writeTradesCsv,
  writeWindowsCsv,
} from "@bourse/backtest-engine/tables";
import { tearSheet, type TearSheet } from "@bourse/backtest-engine/tear-sheet";
import { Problem } from "@bourse/contract";
import type { JobTable } from "@bourse/contract/backtest";
import type { Job, JobService, JobTrade, RunRow } from "@bourse/trading-core";

import { wireOptionSet } from "./wire/sweep-options.ts";

/** The equity of a run, column by column. */
export interface EquityTable {
  /** Open times of the candles in milliseconds UTC. */
  readonly time: Float64Array;
  /** Account value at the close of each candle, in the quote currency. */
  readonly equity: Float64Array;
  /** Drawdown at each close as a positive fraction of the highest equity so far. */
  readonly drawdown: Float64Array;
}

/** Writers of trades and equity in formats by column; `toArrow` and `toParquet` of `@bourse/candles-columnar` are. */
export interface ColumnarWriters {
  /** Writes an Arrow IPC file. */
  readonly toArrow: (table: readonly JobTrade[] | EquityTable) => Uint8Array;
  /** Writes a Parquet file. */
  readonly toParquet: (table: readonly JobTrade[] | EquityTable) => Uint8Array;
}

/** The part of a service that the tables are read from. */
type Jobs = Pick<JobService, "get" | "trades" | "equity">;

/** Format of the file of a table. */
type TableFormat = "csv" | "arrow" | "parquet";

/**
 * Writes a table of a completed job.
 *
 * @throws EngineError JOB_UNKNOWN; JOB_STATE for a job that is not completed; Problem INVALID_PARAMETERS for a table
 * that its kind of job does not have, and for a format that the table or the service does not have
 */
export async function jobTable(
  jobs: Jobs,
  uuid: string,
  table: JobTable,
  format: TableFormat,
  writers: ColumnarWriters | undefined,
): Promise<string | Uint8Array> {
  if (format !== "csv") return columnarTable(jobs, uuid, table, format, writers);
  switch (table) {
    case "trades":
      return writeTradesCsv(await jobs.trades(uuid));
    case "equity":
      return writeEquityCsv(await equityOf(jobs, uuid));
    case "monthly_returns":
      return writeMonthlyReturnsCsv(await sheetOf(jobs, uuid));
    case "drawdowns":
      return writeDrawdownsCsv(await sheetOf(jobs, uuid));
    case "symbols":
      return await symbolsOf(jobs, uuid);
    case "metrics":
    case "combinations":
    case "windows":
      return figuresOf(await completedJob(jobs, uuid), table);
  }
}

async function columnarTable(
  jobs: Jobs,
  uuid: string,
  table: JobTable,
  format: "arrow" | "parquet",
  writers: ColumnarWriters | undefined,
): Promise<Uint8Array> {
  if (table !== "trades" && table !== "equity") {
    throw refusal(`format ${format} has trades and equity alone; found the table ${table}.`);
  }
  if (writers === undefined) {
    throw refusal(`format ${format} is not available in this service; csv is.`);
  }
  const source = table === "trades" ? await jobs.trades(uuid) : await equityOf(jobs, uuid);
  return format === "arrow" ? writers.toArrow(source) : writers.toParquet(source);
}

async function equityOf(jobs: Jobs, uuid: string): Promise<EquityTable> {
  const points = await jobs.equity(uuid);
  return {
    time: Float64Array.from(points, ({ timestamp }) => timestamp),
    equity: Float64Array.from(points, ({ equity }) => equity),
    drawdown: Float64Array.from(points, ({ drawdown }) => drawdown),
  };
}

/** The tear sheet of the run by the days of its time zone. */
async function sheetOf(jobs: Jobs, uuid: string): Promise<TearSheet> {
  const { time, equity } = await equityOf(jobs, uuid);
  const job = await completedJob(jobs, uuid);
  const { initialCapital } = metricsOfJob(job, "monthly_returns");
  const timeZone = timeZoneOf(job);
  return tearSheet({ time, equity, initialCapital, ...(timeZone !== undefined && { timeZone }) });
}

function timeZoneOf({ jobType, result }: Job): string | undefined {
  if (jobType === "backtest") return result?.timeZone;
  if (jobType === "sweep") return result?.bestRun?.timeZone;
  return jobType === "walk_forward" ? result?.configuration.request.timeZone : undefined;
}

async function symbolsOf(jobs: Jobs, uuid: string): Promise<string> {
  const job = await completedJob(jobs, uuid);
  const symbols = job.jobType === "backtest" ? job.request.symbols : undefined;
  if (symbols === undefined) throw lacking(job, "symbols", "a portfolio");
  return writeSymbolsCsv({ trades: await jobs.trades(uuid), symbols });
}

/** The tables that the job's own record has. */
function figuresOf(job: Job, table: "metrics" | "combinations" | "windows"): string {
  if (table === "metrics") return writeMetricsCsv(metricsOfJob(job, table));
  if (table === "combinations") {
    if (job.jobType !== "sweep" || job.result === null) throw lacking(job, table, "a sweep");
    return writeSweepCsv({ grid: job.result.grid.map(withWireOptions) });
  }
  if (job.jobType !== "walk_forward" || job.result === null) {
    throw lacking(job, table, "a walk-forward");
  }
  return writeWindowsCsv({
    windows: job.result.windows.map((window) => ({
      ...window,
      inSample: window.inSample && withWireOptions(window.inSample),
    })),
  });
}

/** The row with its options under the names of their fields. */
function withWireOptions<Row extends Pick<RunRow, "options">>({ options, ...row }: Row) {
  return { ...row, ...(options !== undefined && { options: wireOptionSet(options) }) };
}

/** The metrics of the job's run. @throws Problem for a job without a run */
function metricsOfJob(job: Job, table: JobTable): Metrics {
  if (job.jobType === "backtest" && job.result !== null) return job.result;
  if (job.jobType === "sweep" && job.result?.bestRun !== undefined) return job.result.bestRun;
  if (job.jobType === "walk_forward" && job.result !== null) return job.result.outOfSample;
  throw lacking(job, table, "a backtest, a walk-forward or a sweep with a best combination");
}

/** The job. @throws EngineError JOB_STATE as the reading of its trades does when it is not completed */
async function completedJob(jobs: Jobs, uuid: string): Promise<Job> {
  const job = await jobs.get(uuid);
  if (job.status !== "completed") await jobs.equity(uuid);
  return job;
}

function lacking({ jobType }: Job, table: JobTable, owner: string): Problem {
  return refusal(`table ${table} belongs to ${owner}; this job, a ${jobType}, has none.`);
}

function refusal(message: string): Problem {
  return new Problem({ code: "INVALID_PARAMETERS", status: 400, message });
}

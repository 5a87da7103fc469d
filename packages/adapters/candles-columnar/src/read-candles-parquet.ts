/** Candles from Apache Parquet. */

import {
  candlesFromTable,
  EngineError,
  type TableColumn,
  type TableOptions,
  type TableReading,
  type TimestampUnit,
} from "@bourse/backtest-engine/data";
import { hasCode } from "@bourse/kernel";
import {
  parquetMetadataAsync,
  parquetRead,
  type AsyncBuffer,
  type ColumnData,
  type FileMetaData,
  type SchemaElement,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";

import { putNumbers, type NumberKind } from "./number-columns.ts";
import { parquetZones } from "./parquet-zones.ts";
import { checkRowCount, resolveLimits, type TableLimits } from "./table-limits.ts";

/** Bytes of a Parquet file: whole, or read in slices. */
export type ParquetSource =
  | Uint8Array
  | {
      /** Size of the file in bytes. */
      readonly byteLength: number;
      /** Reads the bytes from `start` to before `end`. */
      slice(start: number, end?: number): ArrayBuffer | Promise<ArrayBuffer>;
    };

/**
 * Reads candles from a Parquet file: only their columns, in any compression. Columns are found by their names or told
 * by `columns`. Times may be timestamps of any unit, dates, numbers or text; numbers may be floats, integers or
 * decimals, which are rounded once. Options for text files are refused.
 *
 * A file that was made to do harm may take any time and memory: read one from elsewhere by `createCandleFileThreads`.
 *
 * @throws EngineError CANDLES_INVALID: not Parquet, a column is missing, or rows break the rules (counted from 1);
 * OPTIONS_INVALID; KernelError OPTION_INVALID for `limits`
 */
export async function readCandlesParquet(
  source: ParquetSource,
  options: TableOptions = {},
  limits: TableLimits = {},
): Promise<TableReading> {
  const bounds = resolveLimits("readCandlesParquet", limits);
  const file = source instanceof Uint8Array ? bufferOf(source) : (source as AsyncBuffer);
  const metadata = await reading(() => parquetMetadataAsync(file));
  const length = Number(metadata.num_rows);
  checkRowCount("Parquet", length, bounds);
  const elements = flatColumns(metadata);
  return await candlesFromTable(
    {
      dialect: "parquet",
      names: [...elements.keys()],
      length,
      read: (names) => readColumns(file, rawMetadata(metadata), elements, names, length),
    },
    options,
  );
}

async function readColumns(
  file: AsyncBuffer,
  metadata: FileMetaData,
  elements: ReadonlyMap<string, SchemaElement>,
  names: readonly string[],
  length: number,
): Promise<ReadonlyMap<string, TableColumn>> {
  const zones = parquetZones(metadata);
  const columns = new Map(
    names.map((name) => [name, columnOf(elements.get(name)!, length, zones.get(name))]),
  );
  const seen = new Map<string, number>();
  await reading(() =>
    parquetRead({
      file,
      metadata,
      columns: [...names],
      compressors,
      utf8: false,
      onChunk({ columnName, columnData, rowStart }: ColumnData) {
        columns.get(columnName)?.put(columnData, rowStart);
        seen.set(columnName, (seen.get(columnName) ?? 0) + columnData.length);
      },
    }),
  );
  for (const name of names) {
    if (seen.get(name) === length || (length === 0 && !seen.has(name))) continue;
    throw refusal(
      `The column ${name} of the Parquet file has ${seen.get(name) ?? 0} values, not ${length}.`,
    );
  }
  return new Map([...columns].map(([name, { column }]) => [name, column]));
}

/** Columns of the top level that hold one value a row. */
function flatColumns({ schema }: FileMetaData): ReadonlyMap<string, SchemaElement> {
  const found = new Map<string, SchemaElement>();
  // Elements come in depth-first order: children of a group follow it.
  let inside = 0;
  for (const element of schema.slice(1)) {
    const isTop = inside === 0;
    if (inside > 0) inside -= 1;
    inside += element.num_children ?? 0;
    if (isTop && element.type !== undefined && element.repetition_type !== "REPEATED") {
      found.set(element.name, element);
    }
  }
  return found;
}

/** The metadata without the meaning of integers, so that they arrive as integers and are rounded here, once. */
function rawMetadata(metadata: FileMetaData): FileMetaData {
  const schema = metadata.schema.map((element) => {
    const kind = kindOf(element).kind;
    if (kind === "number" || element.type === "INT96") return element;
    const { converted_type: _, logical_type: __, ...raw } = element;
    return raw;
  });
  return { ...metadata, schema };
}

interface Reader {
  readonly column: TableColumn;
  put(chunk: ArrayLike<unknown>, start: number): void;
}

function columnOf(element: SchemaElement, length: number, zone: string | undefined): Reader {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (type === "BYTE_ARRAY" && (converted === "UTF8" || logical?.type === "STRING")) {
    const texts = Array.from<string | null>({ length }).fill(null);
    return {
      column: { values: texts },
      put(chunk, start) {
        for (let i = 0; i < chunk.length; i++) {
          const text = chunk[i];
          texts[start + i] = typeof text === "string" ? text : null;
        }
      },
    };
  }
  const values = new Float64Array(length);
  const kind = kindOf(element);
  const unit = unitOf(element);
  return {
    column: {
      values,
      ...(unit !== undefined && { unit }),
      ...(logical?.type === "TIMESTAMP" && { lacksZone: !logical.isAdjustedToUTC }),
      ...(zone !== undefined && { zone }),
      isSingle: type === "FLOAT",
    },
    put: (chunk, start) => {
      if (unit === "iso")
        for (let i = 0; i < chunk.length; i++) values[start + i] = daysOf(chunk[i]);
      else putNumbers(values, start, chunk, kind);
    },
  };
}

function daysOf(value: unknown): number {
  return typeof value === "number" ? value * 86_400_000 : NaN;
}

function kindOf(element: SchemaElement): NumberKind {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") {
    const scale = element.scale ?? (logical?.type === "DECIMAL" ? logical.scale : 0);
    return { kind: "decimal", scale };
  }
  if (type === "INT96") return { kind: "time", times: 1, per: 1 };
  const unit = unitOf(element);
  if (unit === undefined) return { kind: "number" };
  return { kind: "time", times: 1, per: { s: 1, ms: 1, iso: 1, us: 1e3, ns: 1e6 }[unit] };
}

function unitOf({
  type,
  converted_type: converted,
  logical_type: logical,
}: SchemaElement): TimestampUnit | undefined {
  if (type === "INT96") return "ns";
  if (converted === "DATE" || logical?.type === "DATE") return "iso";
  if (logical?.type === "TIMESTAMP") {
    return ({ MILLIS: "ms", MICROS: "us", NANOS: "ns" } as const)[logical.unit];
  }
  if (converted === "TIMESTAMP_MILLIS") return "ms";
  return converted === "TIMESTAMP_MICROS" ? "us" : undefined;
}

function bufferOf(bytes: Uint8Array): AsyncBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  return {
    byteLength,
    slice: (start, end = byteLength) =>
      buffer.slice(byteOffset + start, byteOffset + end) as ArrayBuffer,
  };
}

async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (hasCode(error, "CANDLES_INVALID")) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw refusal(`The file must be a whole Parquet file; found: ${reason.slice(0, 200)}.`, error);
  }
}

function refusal(message: string, cause?: unknown): EngineError {
  return new EngineError("CANDLES_INVALID", message, { details: {}, cause });
}

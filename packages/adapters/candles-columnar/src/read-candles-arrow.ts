/** Candles from Apache Arrow: files (Feather 2) and streams. */

import { zstdDecompressSync } from "node:zlib";

import {
  candlesFromTable,
  EngineError,
  type TableColumn,
  type TableOptions,
  type TableReading,
} from "@bourse/backtest-engine/data";
import {
  CompressionType,
  setCompressionCodec,
  tableFromIPC,
  TimeUnit,
  Type,
  type Column,
  type DataType,
  type Table,
} from "@uwdata/flechette";

import { decompressLz4Frame } from "./lz4-frame.ts";
import { putNumbers, type NumberKind } from "./number-columns.ts";
import { checkRowCount, resolveLimits, type TableLimits } from "./table-limits.ts";

/**
 * Reads candles from Arrow bytes: a file (Feather 2) or a stream, plain or compressed with LZ4 or Zstandard. Columns
 * are found by their names or told by `columns`; the types of `readCandlesParquet` are read, dictionaries too.
 *
 * A file that was made to do harm may take any time and memory: read one from elsewhere by `createCandleFileThreads`.
 *
 * @throws EngineError CANDLES_INVALID: not Arrow, a column is missing, or rows break the rules (counted from 1);
 * OPTIONS_INVALID; KernelError OPTION_INVALID for `limits`
 */
export async function readCandlesArrow(
  bytes: Uint8Array,
  options: TableOptions = {},
  limits: TableLimits = {},
): Promise<TableReading> {
  const bounds = resolveLimits("readCandlesArrow", limits);
  const table = reading(() => {
    setCompressionCodec(CompressionType.LZ4_FRAME, {
      decode: decompressLz4Frame,
      encode: refuseToWrite,
    });
    setCompressionCodec(CompressionType.ZSTD, {
      decode: (compressed) =>
        new Uint8Array(zstdDecompressSync(compressed, { maxOutputLength: 2 ** 30 })),
      encode: refuseToWrite,
    });
    return tableFromIPC(bytes, { useDecimalInt: true, useBigInt: true, useBigIntTimestamp: true });
  });
  checkRowCount("Arrow", table.numRows, bounds);
  return await candlesFromTable(
    {
      dialect: "arrow",
      names: table.names.map(String),
      length: table.numRows,
      read: async (names) => reading(() => readColumns(table, names)),
    },
    options,
  );
}

function readColumns(table: Table, names: readonly string[]): ReadonlyMap<string, TableColumn> {
  return new Map(names.map((name) => [name, columnOf(table.getChild(name))]));
}

function columnOf(column: Column<unknown>): TableColumn {
  const type = valueType(column.type);
  if (
    type.typeId === Type.Utf8 ||
    type.typeId === Type.LargeUtf8 ||
    type.typeId === Type.Utf8View
  ) {
    return { values: Array.from(column, (text) => (typeof text === "string" ? text : null)) };
  }
  const values = new Float64Array(column.length).fill(NaN);
  const { kind, ...time } = meaningOf(type);
  let start = 0;
  for (const batch of column.data) {
    const chunk =
      column.nullCount === 0 && column.type === type && isRaw(type, batch.values)
        ? batch.values.subarray(0, batch.length)
        : Array.from(batch);
    putNumbers(values, start, chunk, kind);
    start += batch.length;
  }
  return { values, ...time, isSingle: type.typeId === Type.Float && type.precision !== 2 };
}

type NumberArray = Float64Array | Float32Array | Int32Array | BigInt64Array;

/** True for the numbers of a batch as they stand in the file; dates stand there in days or in milliseconds. */
function isRaw(type: DataType, values: unknown): values is NumberArray {
  if (type.typeId === Type.Date) return false;
  return (
    values instanceof Float64Array ||
    values instanceof Float32Array ||
    values instanceof Int32Array ||
    values instanceof BigInt64Array
  );
}

/** The type of the values behind a dictionary. */
function valueType(type: DataType): DataType {
  return type.typeId === Type.Dictionary ? type.dictionary : type;
}

function meaningOf(
  type: DataType,
): { readonly kind: NumberKind } & Pick<TableColumn, "unit" | "lacksZone" | "zone"> {
  if (type.typeId === Type.Decimal) return { kind: { kind: "decimal", scale: type.scale } };
  if (type.typeId === Type.Date) {
    // A batch gives its dates in milliseconds, whatever their unit in the file.
    return { kind: { kind: "time", times: 1, per: 1 }, unit: "iso" };
  }
  if (type.typeId !== Type.Timestamp) return { kind: { kind: "number" } };
  const { unit, timezone } = type;
  const lacksZone = timezone === null || timezone === undefined || timezone === "";
  const zone = lacksZone ? {} : { zone: timezone };
  switch (unit) {
    case TimeUnit.SECOND:
      return { kind: { kind: "time", times: 1e3, per: 1 }, unit: "s", lacksZone, ...zone };
    case TimeUnit.MILLISECOND:
      return { kind: { kind: "time", times: 1, per: 1 }, unit: "ms", lacksZone, ...zone };
    case TimeUnit.MICROSECOND:
      return { kind: { kind: "time", times: 1, per: 1e3 }, unit: "us", lacksZone, ...zone };
    case TimeUnit.NANOSECOND:
      return { kind: { kind: "time", times: 1, per: 1e6 }, unit: "ns", lacksZone, ...zone };
  }
}

function refuseToWrite(): never {
  throw new Error("this codec only reads");
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineError(
      "CANDLES_INVALID",
      `The file must be a whole Arrow file or stream; found: ${reason.slice(0, 200)}.`,
      { details: {}, cause: error },
    );
  }
}

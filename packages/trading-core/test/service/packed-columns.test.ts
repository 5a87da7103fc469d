import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { packColumns, unpackColumns } from "../../src/results/packed-columns.ts";

const rows = { minLength: 0, maxLength: 60 };
/** Any numbers, few values in runs, rising times with wide and narrow gaps. */
const anyColumn = (length: number): fc.Arbitrary<Float64Array> =>
  fc.oneof(
    fc.float64Array({ minLength: length, maxLength: length }),
    fc
      .array(fc.constantFrom(0, -0, 1, Number.NaN, Infinity, 0.1), {
        minLength: length,
        maxLength: length,
      })
      .map((values) => Float64Array.from(values.toSorted((a, b) => a - b))),
    fc
      .tuple(
        fc.integer({ min: -8.64e15, max: 8e15 }),
        fc.constantFrom(1, 60_000, 86_400_000),
        fc.array(
          fc.oneof(
            fc.nat(5),
            fc.nat(70_000),
            fc.constantFrom(0xff, 0x100, 0xffff, 0x1_0000, 0xffff_ffff),
          ),
          { minLength: length, maxLength: length },
        ),
      )
      .map(([first, step, gaps]) => {
        let at = first;
        return Float64Array.from(gaps, (gap) => (at += gap * step));
      }),
  );
const table = fc
  .nat(60)
  .chain((length) => fc.array(anyColumn(length), { minLength: 1, maxLength: 9 }));

describe("packed columns", () => {
  test("every number comes back with the same bits, wherever the bytes lie", () => {
    fc.assert(
      fc.property(table, fc.nat(15), (columns, offset) => {
        const packed = packColumns(columns);
        const moved = new Uint8Array(packed.length + offset);
        moved.set(packed, offset);
        const unpacked = unpackColumns(moved.subarray(offset));
        expect(unpacked).toHaveLength(columns.length);
        for (const [index, column] of columns.entries()) {
          expect(unpacked[index]).toStrictEqual(column);
          expect(new BigInt64Array(unpacked[index]!.buffer)).toStrictEqual(
            new BigInt64Array(column.slice().buffer),
          );
        }
      }),
    );
  });

  test("packing leaves the columns as they were", () => {
    fc.assert(
      fc.property(fc.float64Array(rows), (column) => {
        const before = column.slice();
        packColumns([column]);
        expect(column).toStrictEqual(before);
      }),
    );
  });

  test("runs, and steps of one, two and four bytes, are read as earlier versions wrote them", () => {
    const packed =
      "AQUAAAgAAAABAAAAAgAAAAAAAAAAiMNAAAAAACCCxEAFAAAAAwAAAAQAAAAIAAAAAACAVv68eEIAAAAAAEztQAABAQEBAQEBAgAAAAgAAAAA" +
      "AAAAAAAAAAAAAAAAAPA/AAABAAEAAQABAAEAAQDiAwMAAAAIAAAAAAAAAAAAAAAAAAAAAADwPwAAAAABAAAAAQAAAAEAAAABAAAAAQAAAAEA" +
      "AABqEQEAAAAAAAgAAAAAAAAAAAAAAFVVVVVVVdU/VVVVVVVV5T8AAAAAAADwP1VVVVVVVfU/q6qqqqqq+j8AAAAAAAAAQKuqqqqqqgJA";
    expect(unpackColumns(Buffer.from(packed, "base64")).map((column) => [...column])).toEqual([
      [10_000, 10_000, 10_000, 10_000, 10_000, 10_500.25, 10_500.25, 10_500.25],
      Array.from({ length: 8 }, (_, i) => 1.7e12 + 60_000 * i),
      [0, 1, 2, 3, 4, 5, 6, 1000],
      [0, 1, 2, 3, 4, 5, 6, 70_000],
      Array.from({ length: 8 }, (_, i) => i / 3),
    ]);
  });

  test("bytes of another form are refused", () => {
    const packed = packColumns([Float64Array.of(1, 2, 3)]);
    for (const bytes of [
      new Uint8Array(0),
      new Uint8Array(64),
      packed.with(0, 9),
      packed.with(8, 9),
      packed.subarray(0, 20),
      packed.with(4, 200),
    ]) {
      expect(() => unpackColumns(bytes)).toThrow(/packed columns|length|bounds/u);
    }
  });
});

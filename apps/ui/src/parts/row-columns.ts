/** Columns of a long table over rows in memory: a cell is told its row. */

import type { ComponentChildren } from "preact";

import type { Column } from "./virtual-table.tsx";

export interface RowColumn<Row> extends Omit<Column, "cell"> {
  readonly cell: (row: Row, index: number) => ComponentChildren;
}

/** The columns of a table over `rows`; the cell of a row that is gone is empty. */
export function rowColumns<Row>(
  rows: readonly Row[],
  columns: readonly RowColumn<Row>[],
): readonly Column[] {
  return columns.map((column) => ({
    ...column,
    cell: (index) => {
      const row = rows[index];
      return row === undefined ? undefined : column.cell(row, index);
    },
  }));
}

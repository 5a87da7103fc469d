/** A list that is read page by page: its problem, the rows that were read, and the way to the next ones. */

import { Notice, rowColumns, VirtualTable, type RowColumn, ReadingHint } from "@bourse/ui";
import type { ComponentChildren } from "preact";

import type { Pages } from "../model/use-pages.ts";

interface PagedTableProps<Row> {
  readonly label: string;
  readonly pages: Pages<Row>;
  readonly columns: readonly RowColumn<Row>[];
  readonly chosen: number | undefined;
  readonly onChoose: (index: number) => void;
  readonly onOpen: (row: Row) => void;
  /** Shown when there is no row. */
  readonly none: ComponentChildren;
  /** Word on the button that reads the next page. */
  readonly next: string;
  /** Words for one row and for several. */
  readonly words: readonly [string, string];
}

export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { pages, columns, onOpen, none, next, words } = props;
  const { rows, problem, hasMore, isLoading, more } = pages;
  return (
    <>
      {problem !== undefined && <Notice kind="poor">{problem}</Notice>}
      <VirtualTable
        label={props.label}
        count={rows.length}
        isStacking
        chosen={props.chosen}
        onChoose={props.onChoose}
        onOpen={(index) => {
          const row = rows[index];
          if (row !== undefined) onOpen(row);
        }}
        onEnd={() => {
          if (hasMore && !isLoading && problem === undefined) more();
        }}
        empty={
          isLoading ? (
            <ReadingHint>Loading…</ReadingHint>
          ) : problem === undefined ? (
            none
          ) : (
            <p class="hint">Not known yet.</p>
          )
        }
        columns={rowColumns(rows, columns)}
      />
      {rows.length > 0 && (
        <div class="buttons after">
          {hasMore && (
            <button type="button" class="second" disabled={isLoading} onClick={more}>
              {next}
            </button>
          )}
          <span class="hint">
            {rows.length} {hasMore ? "so far" : words[rows.length === 1 ? 0 : 1]}. Enter opens the
            chosen one.
          </span>
        </div>
      )}
    </>
  );
}

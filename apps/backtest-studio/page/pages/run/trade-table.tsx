/** The trades of a run, of which the chart shows the chosen one. */

import type { JobTrade } from "@bourse/contract/backtest";
import { Empty, rowColumns, spaced, VirtualTable, type RowColumn } from "@bourse/ui";
import { useMemo } from "preact/hooks";

import { minutes, money, price, tone, utc } from "../../model/numbers.ts";
import { Gain } from "../../parts/figure.tsx";

interface TradeTableProps {
  readonly rows: readonly JobTrade[];
  readonly chosen: number | undefined;
  readonly onChoose: (index: number) => void;
}

export function TradeTable({ rows, chosen, onChoose }: TradeTableProps) {
  const hasTags = useMemo(
    () => rows.some((trade) => trade.entry_tag !== undefined || trade.exit_tag !== undefined),
    [rows],
  );
  const further = [
    ...(rows.some(({ funding }) => funding !== undefined) ? [FUNDING_COLUMN] : []),
    ...(hasTags ? TAG_COLUMNS : []),
  ];
  return (
    <VirtualTable
      label="Trades"
      count={rows.length}
      chosen={chosen}
      onChoose={onChoose}
      empty={
        <Empty title="The strategy made no trade.">
          Its signals never crossed its thresholds on these candles. Change its parameters, or give
          it more candles.
        </Empty>
      }
      columns={rowColumns(rows, [...COLUMNS, ...further])}
    />
  );
}

const COLUMNS: readonly RowColumn<JobTrade>[] = [
  { head: "#", isNumber: true, width: 4, cell: (_, index) => index + 1 },
  { head: "Side", width: 5, cell: ({ side }) => side },
  { head: "Entry (UTC)", width: 10, cell: (trade) => utc(trade.entry_time) },
  { head: "Entry price", isNumber: true, width: 7, cell: (trade) => price(trade.entry_price) },
  { head: "Exit (UTC)", width: 10, cell: (trade) => utc(trade.exit_time) },
  { head: "Exit price", isNumber: true, width: 7, cell: (trade) => price(trade.exit_price) },
  { head: "Return", isNumber: true, width: 6, cell: (trade) => <Gain value={trade.return} /> },
  {
    head: "Profit",
    isNumber: true,
    width: 7,
    cell: ({ pnl }) => <span class={tone(pnl)}>{money(pnl)}</span>,
  },
  { head: "Fees", isNumber: true, width: 6, cell: ({ fees }) => money(fees) },
  { head: "Held", isNumber: true, width: 7, cell: (trade) => minutes(heldMinutes(trade)) },
  { head: "Reason", width: 8, cell: (trade) => spaced(trade.exit_reason) },
];

const FUNDING_COLUMN: RowColumn<JobTrade> = {
  head: "Funding",
  isNumber: true,
  width: 6,
  cell: ({ funding }) => money(funding ?? 0),
};

const TAG_COLUMNS: readonly RowColumn<JobTrade>[] = [
  { head: "Entry tag", width: 9, cell: (trade) => trade.entry_tag ?? "" },
  { head: "Exit tag", width: 9, cell: (trade) => trade.exit_tag ?? "" },
];

function heldMinutes({ entry_time: entry, exit_time: exit }: JobTrade): number {
  return (Date.parse(exit) - Date.parse(entry)) / 60_000;
}

/** The trades of a run, of which the chart shows the chosen one. */

import type { JobTrade } from "@bourse/contract/backtest";
import { Empty, spaced, VirtualTable } from "@bourse/ui";
import { useMemo } from "preact/hooks";

import { minutes, money, price, tone, utc } from "../../model/numbers.ts";
import { Gain } from "../../parts/figure.tsx";

interface TradeTableProps {
  readonly rows: readonly JobTrade[];
  readonly chosen: number | undefined;
  readonly onChoose: (index: number) => void;
}

export function TradeTable({ rows, chosen, onChoose }: TradeTableProps) {
  const at = (index: number): JobTrade => rows[index] as JobTrade;
  const hasTags = useMemo(
    () => rows.some((trade) => trade.entry_tag !== undefined || trade.exit_tag !== undefined),
    [rows],
  );
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
      columns={[
        { head: "#", isNumber: true, width: 4, cell: (index) => index + 1 },
        { head: "Side", width: 5, cell: (index) => at(index).side },
        { head: "Entry (UTC)", width: 10, cell: (index) => utc(at(index).entry_time) },
        {
          head: "Entry price",
          isNumber: true,
          width: 7,
          cell: (index) => price(at(index).entry_price),
        },
        { head: "Exit (UTC)", width: 10, cell: (index) => utc(at(index).exit_time) },
        {
          head: "Exit price",
          isNumber: true,
          width: 7,
          cell: (index) => price(at(index).exit_price),
        },
        {
          head: "Return",
          isNumber: true,
          width: 6,
          cell: (index) => <Gain value={at(index).return} />,
        },
        {
          head: "Profit",
          isNumber: true,
          width: 7,
          cell: (index) => <span class={tone(at(index).pnl)}>{money(at(index).pnl)}</span>,
        },
        { head: "Fees", isNumber: true, width: 6, cell: (index) => money(at(index).fees) },
        {
          head: "Held",
          isNumber: true,
          width: 7,
          cell: (index) => minutes(heldMinutes(at(index))),
        },
        { head: "Reason", width: 8, cell: (index) => spaced(at(index).exit_reason) },
        ...(hasTags
          ? [
              { head: "Entry tag", width: 9, cell: (index: number) => at(index).entry_tag ?? "" },
              { head: "Exit tag", width: 9, cell: (index: number) => at(index).exit_tag ?? "" },
            ]
          : []),
      ]}
    />
  );
}

function heldMinutes({ entry_time: entry, exit_time: exit }: JobTrade): number {
  return (Date.parse(exit) - Date.parse(entry)) / 60_000;
}

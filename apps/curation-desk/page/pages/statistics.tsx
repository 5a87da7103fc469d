/** The decisions of the curators in numbers. */

import {
  Card,
  count,
  duration,
  Empty,
  Notice,
  Percent,
  serverNow,
  Table,
  untilKnown,
  useQuery,
} from "@bourse/ui";

import { useLoaded } from "../model/loaded.ts";
import { review } from "../model/service.ts";

const PERIODS = [
  ["", "all time", undefined],
  ["day", "the last day", 1],
  ["week", "the last week", 7],
  ["month", "the last 30 days", 30],
] as const;
const DAY_MILLISECONDS = 86_400_000;

export function Statistics() {
  const [period, choose] = useQuery("period");
  const days = PERIODS.find(([name]) => name === period)?.[2];
  const statistics = useLoaded(period, (signal) => {
    const from =
      days === undefined
        ? {}
        : { from: new Date(serverNow() - days * DAY_MILLISECONDS).toISOString() };
    return review.curatorStats({ query: from }, { signal });
  });
  const rows = statistics.value ?? [];
  return (
    <Card
      title="Decisions"
      wide
      aside={
        <label class="beside">
          Period{" "}
          <select value={period} onChange={(event) => choose(event.currentTarget.value)}>
            {PERIODS.map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
      }
    >
      {statistics.problem !== undefined && <Notice kind="poor">{statistics.problem}</Notice>}
      {statistics.value !== undefined && rows.length === 0 ? (
        <Empty title="Nobody has decided in this period">
          Approvals, rejections and requests for changes are counted here, for each curator.
        </Empty>
      ) : (
        <div class={statistics.stale ? "stale" : undefined}>
          <Table
            label="Decisions by curator"
            head={[
              "Curator",
              "Reviewed",
              "Approved",
              "Rejected",
              "Approval rate",
              "Time to a decision",
            ]}
            numbers={["Reviewed", "Approved", "Rejected", "Approval rate", "Time to a decision"]}
            empty={untilKnown(statistics.problem, "Reading the decisions…")}
            count={rows.length}
          >
            {rows.map((row) => (
              <tr key={row.curator_id}>
                <th scope="row" dir="auto">
                  {row.curator_name}
                </th>
                <td class="number">{count(row.total_reviewed)}</td>
                <td class="number">{count(row.total_approved)}</td>
                <td class="number">{count(row.total_rejected)}</td>
                <td class="number">
                  <Percent of={row.approval_rate} digits={0} />
                </td>
                <td class="number">
                  {duration(
                    row.avg_review_time_hours === null ? null : row.avg_review_time_hours * 3600,
                  )}
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </Card>
  );
}

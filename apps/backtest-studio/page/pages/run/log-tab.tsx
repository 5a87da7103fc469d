/** The events of a job in the order of time, as far as the server keeps them. */

import type { Job } from "@bourse/contract/backtest";
import { Card, elapsed, Table } from "@bourse/ui";

import { configurationOf } from "../../model/configuration.ts";
import { count } from "../../model/numbers.ts";
import { shown } from "./shown-run.ts";

interface Entry {
  readonly time: string | null;
  readonly text: string;
}

export function LogTab() {
  const job = shown.value;
  if (job === undefined) return null;
  const entries = entriesOf(job);
  return (
    <Card title="Log" wide>
      <Table label="Log" head={["Time (UTC)", "What happened"]} count={entries.length} empty="">
        {entries.map(({ time, text }) => (
          <tr key={`${time} ${text}`}>
            <td>{time === null ? "" : time.slice(0, 23).replace("T", " ")}</td>
            <td dir="auto">{text}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

/** Facts of results of all kinds, each absent where a kind has it not. */
interface Told {
  readonly warnings?: readonly string[];
  readonly candles?: number;
  readonly exchange?: string;
  readonly source?: string;
  readonly elapsed_ms?: number;
  readonly gaps?: { readonly count: number; readonly missing: number; readonly filled: number };
}

function entriesOf(job: Job): readonly Entry[] {
  const { created_at: created, started_at: started, completed_at: ended, status, error } = job;
  const told = (job.result ?? {}) as Told;
  const version = configurationOf(job)?.engine_version;
  const waited = started === null ? undefined : Date.parse(started) - Date.parse(created);
  const entries: (Entry | undefined)[] = [
    { time: created, text: "The job was taken." },
    started === null
      ? undefined
      : {
          time: started,
          text: `A worker began${waited === undefined ? "" : ` after ${elapsed(waited)}`}.`,
        },
    told.candles === undefined
      ? undefined
      : {
          time: null,
          text: `${count(told.candles)} candles from ${told.exchange} (${told.source}).`,
        },
    told.gaps === undefined || told.gaps.count === 0
      ? undefined
      : {
          time: null,
          text: `${count(told.gaps.count)} gaps: ${count(told.gaps.missing)} candles are missing, ${count(told.gaps.filled)} were filled.`,
        },
    ...(told.warnings ?? []).map((text) => ({ time: null, text: `Warning: ${text}` })),
    told.elapsed_ms === undefined
      ? undefined
      : {
          time: null,
          text: `Simulated in ${elapsed(told.elapsed_ms)}${version === undefined ? "" : ` by engine ${version}`}.`,
        },
    error === null ? undefined : { time: ended, text: error },
    ended === null ? undefined : { time: ended, text: `The job is ${status}.` },
  ];
  return entries.filter((entry) => entry !== undefined);
}

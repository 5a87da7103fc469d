/** The configuration that a result was computed under, every default filled in. */

import type { Job } from "@bourse/contract/backtest";
import { Card, Code, spaced } from "@bourse/ui";

import { configurationOf, rowsOf } from "../../model/configuration.ts";
import { shown } from "./shown-run.ts";

export function ConfigurationTab() {
  return shown.value === undefined ? null : <Configuration job={shown.value} />;
}

function Configuration({ job }: { readonly job: Job }) {
  const configuration = configurationOf(job);
  const rows = rowsOf(job);
  return (
    <Card
      title="Configuration"
      wide
      aside={
        <span class="hint">
          <Code
            text={JSON.stringify(configuration?.request ?? job.payload)}
            words="as JSON"
            label="the request as JSON"
          />
        </span>
      }
    >
      <dl class="lines columns">
        {rows.map(({ name, value, isGiven }) => (
          <div key={name}>
            <dt>{spaced(name)}</dt>
            <dd class={isGiven ? "strong" : undefined}>{value}</dd>
          </div>
        ))}
        {configuration !== undefined && (
          <>
            <div>
              <dt>engine version</dt>
              <dd>{configuration.engine_version}</dd>
            </div>
            <div>
              <dt>strategy version</dt>
              <dd>{configuration.strategy_version}</dd>
            </div>
            {Object.entries(configuration.strategy_files ?? {}).map(([name, digest]) => (
              <div key={name}>
                <dt>SHA-256 of {name}</dt>
                <dd>
                  <Code text={digest} label={`digest of ${name}`} />
                </dd>
              </div>
            ))}
          </>
        )}
      </dl>
      <p class="hint">
        What the request said is bold, the rest are defaults. The same request gives the same
        figures as long as the source has the same candles.
      </p>
    </Card>
  );
}

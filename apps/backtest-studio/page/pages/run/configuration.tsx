/** The configuration that a result was computed under, every default filled in. */

import type { Job } from "@bourse/contract/backtest";
import { Card, Code, spaced } from "@bourse/ui";

import { valueText } from "../../model/form-values.ts";

interface Row {
  readonly name: string;
  readonly value: string;
  /** True for what the request said; the others are defaults. */
  readonly isGiven: boolean;
}

export function Configuration({ job }: { readonly job: Job }) {
  const configuration = (job.result as { readonly configuration?: ConfigurationLike } | null)
    ?.configuration;
  const request = configuration?.request ?? job.payload;
  const rows = rowsOf(request, job.payload);
  return (
    <Card
      title="Configuration"
      wide
      aside={<Code text={JSON.stringify(request)} label="the request as JSON" />}
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

interface ConfigurationLike {
  readonly request: Readonly<Record<string, unknown>>;
  readonly engine_version: string;
  readonly strategy_version: string;
  readonly strategy_files?: Readonly<Record<string, string>> | undefined;
}

/** One row a value: members of objects stand under their object's name, parameters under their own. */
function rowsOf(
  request: Readonly<Record<string, unknown>>,
  asked: Readonly<Record<string, unknown>>,
): Row[] {
  return Object.entries(request).flatMap(([name, value]) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return [{ name, value: shown(value), isGiven: Object.hasOwn(asked, name) }];
    }
    const given = (asked[name] ?? {}) as object;
    return Object.entries(value).map(([member, one]) => ({
      name: name === "parameters" ? member : `${name}: ${member}`,
      value: name === "parameters" ? (valueText(one) ?? "") : shown(one),
      isGiven: typeof given === "object" && Object.hasOwn(given, member),
    }));
  });
}

function shown(value: unknown): string {
  if (value === null) return "none";
  if (Array.isArray(value) && value.length === 0) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}

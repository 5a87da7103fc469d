/** Use of a key over time as a chart, by route as a table, and its limits beside it. */

import type { GetApiKeyOutput, KeyUsage as Usage } from "@bourse/client/auth";
import {
  Card,
  count,
  Notice,
  ReadingHint,
  serverNow,
  Table,
  untilKnown,
  useQuery,
} from "@bourse/ui";

import { useLoaded } from "../../model/use-loaded.ts";
import { KeyLimits } from "./key-limits.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { SPANS, type Span, spanOf, stepsOf } from "./usage-steps.ts";

export function KeyUsage({ of: key }: { readonly of: GetApiKeyOutput }) {
  const [wanted, setSpan] = useQuery("span");
  const name = spanOf(wanted);
  const span = SPANS[name];
  const params = { id: key.id };
  const from = (): string => new Date(stepsOf(span, serverNow())[0] ?? 0).toISOString();
  const times = useLoaded(`use of key ${key.id} ${name}`, (auth) =>
    auth.getApiKeyUsage({ params, query: { per: span.per, from: from() } }),
  );
  const routes = useLoaded(`routes of key ${key.id} ${name}`, (auth) =>
    auth.getApiKeyUsage({ params, query: { per: "route", from: from() } }),
  );
  const problem = times.problem.value ?? routes.problem.value;
  const rows = times.value.value;
  return (
    <Card title="Use" wide aside={<Spans chosen={name} onChoose={setSpan} />}>
      {problem && <Notice kind="poor">{problem}</Notice>}
      {rows === undefined ? (
        <ReadingHint>{untilKnown(problem, "Loading…")}</ReadingHint>
      ) : (
        <UsageChart rows={rows} span={span} now={serverNow()} />
      )}
      <div class="use">
        <Routes rows={routes.value.value} span={span} problem={problem} />
        <KeyLimits of={key} />
      </div>
    </Card>
  );
}

interface SpansProps {
  readonly chosen: keyof typeof SPANS;
  readonly onChoose: (name: string) => void;
}

function Spans({ chosen, onChoose }: SpansProps) {
  return (
    <div class="buttons" role="group" aria-label="Time">
      {Object.entries(SPANS).map(([name, { title }]) => (
        <button
          key={name}
          type="button"
          class="second small"
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

interface RoutesProps {
  readonly rows: readonly Usage[] | undefined;
  readonly span: Span;
  readonly problem: string | undefined;
}

function Routes({ rows, span, problem }: RoutesProps) {
  const most = Math.max(1, ...(rows ?? []).map(({ requests }) => requests));
  return (
    <section>
      <h3>By route, {span.title}</h3>
      <Table
        label="Use of the key by route"
        head={["Route", "", "Requests", "Cost", "Refused"]}
        numbers={["Requests", "Cost", "Refused"]}
        count={rows?.length}
        problem={problem}
        empty="No request in this time."
      >
        {rows?.map(({ route, requests, cost, refused }) => (
          <tr key={route}>
            <td>
              <code class="breaking">{route}</code>
            </td>
            <td>
              <meter min={0} max={most} value={requests} aria-hidden="true" />
            </td>
            <td class="number">{count(requests)}</td>
            <td class="number">{count(cost)}</td>
            <td class="number">{count(refused)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** The report and the trades as files. With a key they are read here, since a link cannot send one. */

import { saveFile, toast, useAction, useCommands } from "@bourse/ui";

import { apiKey, clients } from "../../model/session.ts";
import { wordsOf } from "../../model/words.ts";

export function Files({ uuid }: { readonly uuid: string }) {
  const report = useAction(async () => {
    const html = await clients.value.research.getJobReport({ params: { uuid } });
    saveFile(`report-${uuid}.html`, typeof html === "string" ? html : "", "text/html");
  });
  const trades = useAction(async () => {
    const csv = await clients.value.research.getJobTable({ params: { uuid, table: "trades" } });
    saveFile(`trades-${uuid}.csv`, typeof csv === "string" ? csv : "", "text/csv");
  });
  const run = (work: typeof report): void => {
    work.run(undefined).catch((error: unknown) => toast(wordsOf(error), { kind: "poor" }));
  };
  useCommands([
    { label: "Save the report", keys: "s", run: () => run(report) },
    { label: "Save the trades as CSV", run: () => run(trades) },
  ]);
  const problem = report.problem ?? trades.problem;
  return (
    <div class="buttons">
      {apiKey.value === "" && (
        <a
          class="button second small"
          href={`/api/jobs/${uuid}/report`}
          target="_blank"
          rel="noopener"
        >
          Open the report
        </a>
      )}
      <button type="button" class="second small" disabled={report.busy} onClick={() => run(report)}>
        {report.busy ? "Saving …" : "Save the report"}
      </button>
      <button type="button" class="second small" disabled={trades.busy} onClick={() => run(trades)}>
        Trades as CSV
      </button>
      {problem !== undefined && <span class="fault">{problem}</span>}
    </div>
  );
}

/** The form of a new run, sweep or walk-forward. Its texts are in the address, so that a form can be linked to. */

import type { Strategy } from "@bourse/contract/backtest";
import {
  Card,
  go,
  Notice,
  ONCE,
  place,
  setQuery,
  toast,
  useAction,
  useCommands,
  type Place,
} from "@bourse/ui";
import { useEffect } from "preact/hooks";

import type { FormTexts } from "../model/form-values.ts";
import { jobs } from "../model/jobs.ts";
import { PRESETS } from "../model/presets.ts";
import { KINDS, readForm, type RunKind } from "../model/request-form.ts";
import { effortOf, effortText, textsOfKind } from "../model/search-effort.ts";
import { searchFieldOf } from "../model/search-form.ts";
import { clients } from "../model/session.ts";
import { loadStrategies, strategies } from "../model/strategies.ts";
import { faultsOf, wordsOf } from "../model/words.ts";
import { StrategiesAwaited } from "../parts/strategies-awaited.tsx";
import { DataPicker, MoreOfCandles } from "./new-run/data-picker.tsx";
import { ExaminationFields } from "./new-run/examination-fields.tsx";
import { Fold } from "./new-run/form-parts.tsx";
import { OptionFields } from "./new-run/option-fields.tsx";
import { ParameterFields } from "./new-run/parameter-fields.tsx";
import { SearchFields } from "./new-run/search-fields.tsx";

const NAMES: Readonly<Record<RunKind, readonly [title: string, text: string]>> = {
  backtest: ["One run", "Simulates the strategy once."],
  sweep: ["Sweep", "Simulates every combination of the parameters and finds the best."],
  walk_forward: ["Walk-forward", "Chooses on one window and trades on the next, over and over."],
};

export function NewRun() {
  useEffect(() => void loadStrategies(), []);
  const list = strategies.value?.strategies;
  if (list === undefined || list.length === 0) return <StrategiesAwaited />;
  return <RunForm list={list} />;
}

function RunForm({ list }: { readonly list: readonly Strategy[] }) {
  const { query } = place.value;
  const kind = KINDS.find((one) => one === query["kind"]) ?? "backtest";
  const strategy = (list.find(({ name }) => name === query["strategy"]) ?? list[0]) as Strategy;
  const texts = textsInForce(query, strategy, kind);
  const { body, faults, combinations } = readForm(texts, strategy, kind);
  const start = useStart(kind, body);
  const isFaulty = Object.keys(faults).length > 0;
  const submit = (): void => {
    if (!isFaulty) void start.run(undefined);
  };
  useCommands([{ label: "Start the run", keys: "mod+enter", run: submit }]);
  const shown = { ...(start.problem === undefined ? {} : wireFaults(refused)), ...faults };
  const form = {
    texts,
    faults: shown,
    set: (name: string, text: string) => setQuery({ [name]: text }),
  };
  return (
    <form
      class="wide new-run"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div class="stack">
        <KindChoice kind={kind} strategy={strategy} texts={texts} />
        <ParameterFields list={list} strategy={strategy} kind={kind} form={form} />
        <DataPicker form={form} />
      </div>
      <div class="stack">
        {kind !== "backtest" && <SearchFields kind={kind} form={form} />}
        <Fold
          title="Rules and costs"
          hint="0.1 % fee a side, fills at the next open, the whole capital in each trade"
          given={Object.keys(query).filter((name) => name.startsWith("o.")).length}
        >
          <Presets query={query} />
          <OptionFields kind={kind} form={form} />
        </Fold>
        {kind === "backtest" && <ExaminationFields form={form} />}
        <MoreOfCandles form={form} />
      </div>
      <div class="start">
        <button type="submit" disabled={start.busy || isFaulty}>
          {start.busy
            ? "Starting …"
            : kind === "backtest"
              ? "Start the run"
              : `Start the ${NAMES[kind][0].toLowerCase()}`}
        </button>
        <span class="hint" role="status">
          {isFaulty
            ? "Mend the fields that are marked."
            : kind === "backtest"
              ? "Ctrl Enter starts it, too."
              : effortText(effortOf(kind, texts, combinations), jobs.value ?? [], strategy.name)}
        </span>
        {start.problem !== undefined && <Notice kind="poor">{start.problem}</Notice>}
      </div>
    </form>
  );
}

/** The texts of the address with what holds without them: an own strategy is audited unless that is switched off. */
function textsInForce(query: Place["query"], { files }: Strategy, kind: RunKind): FormTexts {
  const isAudited = files !== undefined && kind === "backtest";
  return {
    ...query,
    symbol: query["symbol"] ?? "BTCUSDT",
    ...(isAudited && { look_ahead: query["look_ahead"] ?? "yes" }),
  };
}

/** Starts the run and goes to its page. */
function useStart(kind: RunKind, body: ReturnType<typeof readForm>["body"]) {
  return useAction(async () => {
    const { backtest, research } = clients.value;
    // The server checks the body by its contract; what is wrong with it comes back with its place.
    const call = {
      backtest: () => backtest.createBacktest({ body }, ONCE),
      sweep: () => research.createSweep({ body }, ONCE),
      walk_forward: () => research.createWalkForward({ body: body as never }, ONCE),
    }[kind];
    const { job_id: id, warning } = await call().catch((error: unknown) => {
      refused = faultsOf(error);
      throw new Error(wordsOf(error));
    });
    refused = {};
    go(["runs", id]);
    if (warning !== undefined) toast(warning, { kind: "fair" });
  });
}

interface KindChoiceProps {
  readonly kind: RunKind;
  readonly strategy: Strategy;
  readonly texts: FormTexts;
}

function KindChoice({ kind, strategy, texts }: KindChoiceProps) {
  return (
    <Card title="What to run">
      <div class="choices-row" role="radiogroup" aria-label="Kind of run">
        {KINDS.map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="kind"
              checked={one === kind}
              onChange={() => setQuery(textsOfKind(one, strategy, texts))}
            />
            <span>
              <b>{NAMES[one][0]}</b>
              <span class="hint">{NAMES[one][1]}</span>
            </span>
          </label>
        ))}
      </div>
    </Card>
  );
}

/** Rules and costs that often go together, each on a button that puts them in. */
function Presets({ query }: Pick<Place, "query">) {
  return (
    <div class="presets" role="group" aria-label="Presets">
      {PRESETS.map(({ name, text, texts }) => (
        <button
          key={name}
          type="button"
          class="second small"
          title={text}
          onClick={() => setQuery({ ...withoutOptions(query), ...texts })}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** The fields that the server refused last, by their names on the wire. */
let refused: Readonly<Record<string, string>> = {};

/** Faults of the wire under the names of the form's fields. */
function wireFaults(faults: Readonly<Record<string, string>>): Record<string, string> {
  const own: Readonly<Record<string, string>> = { start_time: "start", end_time: "end" };
  return Object.fromEntries(
    Object.entries(faults).map(([name, text]) => {
      if (name.startsWith("parameters.")) return [`p.${name.split(".")[1]}`, text];
      if (name.startsWith("option_ranges.")) return [`o.${name.split(".")[1]}`, text];
      const known = own[name] ?? searchFieldOf(name);
      return [known ?? (DATA.has(name) ? name : `o.${name}`), text];
    }),
  );
}

const DATA = new Set([
  "symbol",
  "interval",
  "exchange",
  "limit",
  "gaps",
  "funding",
  "detail_interval",
]);

function withoutOptions(query: Readonly<Record<string, string>>): Record<string, undefined> {
  const names = Object.keys(query).filter((name) => name.startsWith("o."));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** The form of a new paper session. Its texts are in the address, so that a form can be linked to. */

import type { SessionRequestInput, Strategy } from "@bourse/contract/backtest";
import {
  Card,
  Field,
  go,
  Notice,
  place,
  setQuery,
  toast,
  useCommands,
  useDecision,
} from "@bourse/ui";
import { useEffect } from "preact/hooks";

import { REQUEST_FIELDS } from "../../model/request-fields.ts";
import { readForm } from "../../model/request-form.ts";
import { startSession } from "../../model/sessions.ts";
import { loadStrategies, strategies } from "../../model/strategies.ts";
import { faultsOf, tradeWordsOf } from "../../model/words.ts";
import { IntervalField } from "../../parts/interval-field.tsx";
import { StrategiesAwaited } from "../../parts/strategies-awaited.tsx";
import { Choice } from "../new-run/form-parts.tsx";
import type { Form } from "../new-run/form.ts";
import { ParameterFields } from "../new-run/parameter-fields.tsx";

export function NewSession() {
  useEffect(() => void loadStrategies(), []);
  const list = strategies.value?.strategies;
  if (list === undefined || list.length === 0) return <StrategiesAwaited />;
  return <SessionForm list={list} />;
}

const SOURCES = ["bybit", "binance", "bybitperpetual", "binanceperpetual", "simulated"];
const DEFAULTS = { symbol: "BTCUSDT", interval: "1m" };
/** Options that the form has; the API has more. */
const OPTIONS: readonly (readonly [name: string, label: string, hint: string])[] = [
  ["initial_capital", "Capital", "Cash at the start, in the quote currency."],
  ["transaction_fee", "Fee of each leg", "A fraction of its value: 0.001 is 0.1 %."],
  ["slippage", "Slippage", "A fraction of the price, against each trade."],
];

function SessionForm({ list }: { readonly list: readonly Strategy[] }) {
  const { query } = place.value;
  const strategy = (list.find(({ name }) => name === query["strategy"]) ?? list[0]) as Strategy;
  const texts = { ...DEFAULTS, ...query };
  const { body, faults } = readForm(texts, strategy, "backtest");
  const start = useDecision<void, void>(async (_, until) => {
    refused = {};
    // The server checks the body by its contract; what is wrong with it comes back with its place.
    const session = await startSession(body as unknown as SessionRequestInput, until).catch(
      (error: unknown) => {
        refused = faultsOf(error);
        throw new Error(tradeWordsOf(error));
      },
    );
    go(["sessions", session.id]);
    toast(`Session ${session.number} is ${session.state}.`);
  });
  const isFaulty = Object.keys(faults).length > 0;
  const submit = (): void => {
    if (!isFaulty) void start.run();
  };
  useCommands([{ label: "Start the session", keys: "mod+enter", run: submit }]);
  const form: Form = {
    texts,
    faults: { ...(start.problem === undefined ? {} : ownFaults(refused)), ...faults },
    set: (name, text) => setQuery({ [name]: text }),
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
        <ParameterFields list={list} strategy={strategy} kind="backtest" form={form} />
      </div>
      <div class="stack">
        <MarketFields form={form} />
        <AccountFields form={form} />
      </div>
      <div class="start">
        <button type="submit" disabled={start.busy || isFaulty}>
          {start.busy ? "Starting …" : "Start the session"}
        </button>
        {start.busy && (
          <button type="button" class="second" onClick={start.cancel}>
            Cancel
          </button>
        )}
        <span class="hint" role="status">
          {isFaulty
            ? "Mend the fields that are marked."
            : "It trades on paper: no order leaves the server."}
        </span>
        {start.problem !== undefined && <Notice kind="poor">{start.problem}</Notice>}
      </div>
    </form>
  );
}

function MarketFields({ form }: { readonly form: Form }) {
  const { texts, faults, set } = form;
  return (
    <Card title="Market">
      <div class="fields">
        <Field label="Symbol" fault={faults["symbol"]}>
          {(ties) => (
            <input
              {...ties}
              autocomplete="off"
              spellcheck={false}
              value={texts["symbol"] ?? ""}
              onInput={(event) => set("symbol", event.currentTarget.value.toUpperCase())}
            />
          )}
        </Field>
        <IntervalField
          value={texts["interval"] ?? DEFAULTS.interval}
          fault={faults["interval"]}
          onChange={(value) => set("interval", value)}
        />
        <Choice
          name="exchange"
          label="Exchange"
          hint="Whose candles are followed as they close."
          values={SOURCES.map((name) => [name, name])}
          standard="the server's own"
          form={form}
        />
      </div>
    </Card>
  );
}

function AccountFields({ form }: { readonly form: Form }) {
  return (
    <Card title="Account">
      <div class="fields">
        {OPTIONS.map(([name, label, hint]) => {
          const field = REQUEST_FIELDS.find((one) => one.name === name);
          const key = `o.${name}`;
          return (
            <Field key={name} label={label} hint={hint} fault={form.faults[key]}>
              {(ties) => (
                <input
                  {...ties}
                  inputMode="decimal"
                  autocomplete="off"
                  placeholder={String(field?.default ?? "0")}
                  value={form.texts[key] ?? ""}
                  onInput={(event) => form.set(key, event.currentTarget.value)}
                />
              )}
            </Field>
          );
        })}
      </div>
    </Card>
  );
}

/** The fields that the server refused last, by their names on the wire. */
let refused: Readonly<Record<string, string>> = {};

/** Faults of the wire under the names of the form's fields. */
function ownFaults(faults: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(faults).map(([name, text]) => {
      if (name.startsWith("parameters.")) return [`p.${name.split(".")[1]}`, text];
      return [OPTIONS.some(([one]) => one === name) ? `o.${name}` : name, text];
    }),
  );
}

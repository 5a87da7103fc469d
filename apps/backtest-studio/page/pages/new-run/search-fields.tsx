/** The metric of a search, the number of combinations that it tries, and the windows of a walk-forward. */

import { Card, Field, spaced } from "@bourse/ui";

import type { RunKind } from "../../model/request-form.ts";
import type { Form } from "./form.ts";

const METRICS = [
  "sharpe",
  "sortino",
  "calmar",
  "total_return",
  "annual_return",
  "final_capital",
  "max_drawdown",
  "profit_factor",
  "expectancy",
  "sqn",
  "win_rate",
  "avg_return",
];

interface SearchFieldsProps {
  readonly kind: RunKind;
  readonly form: Form;
}

export function SearchFields({ kind, form }: SearchFieldsProps) {
  return (
    <Card title={kind === "sweep" ? "Search" : "Search and windows"}>
      <div class="fields">
        <Field label="Choose by" hint="The lowest drawdown wins, of the others the highest figure.">
          {(ties) => (
            <select
              {...ties}
              value={form.texts["metric"] ?? ""}
              onChange={(event) => form.set("metric", event.currentTarget.value)}
            >
              <option value="">sharpe (default)</option>
              {METRICS.map((metric) => (
                <option key={metric} value={metric}>
                  {spaced(metric)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Text
          name="draws"
          label="Combinations to try"
          hint="Empty: all of them. With a number that many are drawn."
          form={form}
        />
        <Field label="Draw them" hint="TPE searches near the best so far.">
          {(ties) => (
            <select
              {...ties}
              value={form.texts["method"] ?? ""}
              disabled={(form.texts["draws"] ?? "") === ""}
              onChange={(event) => form.set("method", event.currentTarget.value)}
            >
              <option value="">at random</option>
              <option value="tpe">by TPE</option>
            </select>
          )}
        </Field>
        {kind === "walk_forward" && (
          <>
            <Text
              name="train"
              label="Training candles"
              hint="Candles to choose on, such as 2000."
              form={form}
            />
            <Text
              name="test"
              label="Test candles"
              hint="Candles to trade the choice on, such as 500."
              form={form}
            />
            <Text
              name="step"
              label="Step"
              hint="Candles from one window to the next. Empty: the test's."
              form={form}
            />
            <Field label="Begin of the training" hint="Anchored windows grow.">
              {(ties) => (
                <select
                  {...ties}
                  value={form.texts["anchored"] ?? ""}
                  onChange={(event) => form.set("anchored", event.currentTarget.value)}
                >
                  <option value="">moves with the window</option>
                  <option value="yes">anchored at the first candle</option>
                </select>
              )}
            </Field>
          </>
        )}
      </div>
    </Card>
  );
}

interface TextProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly form: Form;
}

function Text({ name, label, hint, form }: TextProps) {
  return (
    <Field label={label} hint={hint} fault={form.faults[name]}>
      {(ties) => (
        <input
          {...ties}
          inputMode="numeric"
          autocomplete="off"
          value={form.texts[name] ?? ""}
          onInput={(event) => form.set(name, event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

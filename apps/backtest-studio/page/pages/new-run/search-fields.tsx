/** Fields of a search's choice: metric, draws, rules, early stops, windows of a walk-forward, assessment. */

import { Card, Field, spaced } from "@bourse/ui";

import type { RunKind } from "../../model/request-form.ts";
import { Choice, Switch, Text } from "./form-parts.tsx";
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
  const isSweep = kind === "sweep";
  const isDrawn = (form.texts["draws"] ?? "") !== "";
  return (
    <Card title={isSweep ? "Search" : "Search and windows"}>
      <div class="fields">
        <Choice
          name="metric"
          label="Choose by"
          hint="The lowest drawdown wins, of the others the highest figure."
          values={METRICS.map((metric) => [metric, spaced(metric)])}
          standard="sharpe (default)"
          form={form}
        />
        <Text
          name="draws"
          label="Combinations to try"
          hint="Empty: all of them. With a number that many are drawn."
          form={form}
        />
        {(isDrawn || (form.texts["method"] ?? "") !== "" || (form.texts["seed"] ?? "") !== "") && (
          <>
            <Choice
              name="method"
              label="Draw them"
              hint="TPE searches near the best so far."
              values={[
                ["random", "at random"],
                ["tpe", "by TPE"],
              ]}
              standard="at random (default)"
              form={form}
            />
            <Text
              name="seed"
              label="Seed"
              hint="The same seed draws the same combinations. Empty: 1."
              form={form}
            />
          </>
        )}
        {!isSweep && <WindowFields form={form} />}
      </div>
      <Rules form={form} />
      <Switch
        name="early_stopping"
        label="Stop trials early"
        hint="A trial below the median of the earlier ones is stopped on a leading part of the candles."
        form={form}
      >
        <Text
          name="stop_at"
          label="Stop at"
          hint="Rising fractions of the candles. Empty: 0.25, 0.5."
          form={form}
        />
        <Text
          name="stop_after"
          label="Trials before the first stop"
          hint="Empty: 10 that reach the fraction."
          form={form}
        />
      </Switch>
      {isSweep && <AssessmentFields form={form} />}
    </Card>
  );
}

function WindowFields({ form }: { readonly form: Form }) {
  return (
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
      <Choice
        name="anchored"
        label="Begin of the training"
        hint="Anchored windows grow."
        values={[["yes", "anchored at the first candle"]]}
        standard="moves with the window"
        form={form}
      />
      <Text
        name="purge"
        label="Purge"
        hint="Last candles of a training to drop. Empty: none."
        form={form}
      />
      <Text
        name="embargo"
        label="Embargo"
        hint="Untraded candles between a training and its test. Empty: none."
        form={form}
      />
    </>
  );
}

function AssessmentFields({ form }: { readonly form: Form }) {
  return (
    <>
      <Switch
        name="overfitting"
        label="Measure the overfitting"
        hint="How often the best of one half of the candles is below the median in the other, and the deflated Sharpe ratio."
        form={form}
      >
        <Text name="blocks" label="Blocks" hint="Even, 2 to 20. Empty: 16." form={form} />
        <Score name="overfitting_score" form={form} />
      </Switch>
      <Switch
        name="cross_validation"
        label="Cross-validate the choice"
        hint="Chooses on some groups of candles and trades the choice on the others, in every combination."
        form={form}
      >
        <Text name="groups" label="Groups" hint="2 to 20. Empty: 6." form={form} />
        <Text
          name="test_groups"
          label="Groups that test"
          hint="Fewer than the groups. Empty: 2."
          form={form}
        />
        <Text
          name="purge"
          label="Purge"
          hint="Training candles to drop before each test. Empty: none."
          form={form}
        />
        <Text
          name="embargo"
          label="Embargo"
          hint="Training candles to drop after each test. Empty: none."
          form={form}
        />
        <Score name="cross_score" form={form} />
      </Switch>
    </>
  );
}

function Score({ name, form }: { readonly name: string; readonly form: Form }) {
  return (
    <Choice
      name={name}
      label="Compare by"
      hint="The figure of each split."
      values={[
        ["sharpe", "sharpe"],
        ["total_return", "total return"],
      ]}
      standard="sharpe (default)"
      form={form}
    />
  );
}

function Rules({ form }: { readonly form: Form }) {
  return (
    <Field
      label="Rules of combinations"
      hint={
        <>
          One a line, such as <code>2 * fast_period &lt; slow_period</code> or{" "}
          <code>options.stop_loss_pct &lt; 0.1</code>. Empty: the strategy's own.
        </>
      }
      fault={form.faults["rules"]}
    >
      {(ties) => (
        <textarea
          dir="ltr"
          {...ties}
          rows={2}
          spellcheck={false}
          value={form.texts["rules"] ?? ""}
          onInput={(event) => form.set("rules", event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Fields that ask for more about one run: its tear sheet, runs drawn from it, and the audit of its strategy. */

import { Choice, Fold, givenOf, Switch, Text } from "./form-parts.tsx";
import type { Form } from "./form.ts";

export function ExaminationFields({ form }: { readonly form: Form }) {
  return (
    <Fold
      title="Examination"
      hint="Tear sheet, drawn runs, audit for looking ahead"
      given={givenOf(form, ["tear_sheet", "monte_carlo", "look_ahead"])}
    >
      <Switch
        name="tear_sheet"
        label="Tear sheet"
        hint="Statistics of the daily returns and the deepest drawdowns, beside a benchmark."
        form={form}
      >
        <Text
          name="benchmark"
          label="Benchmark"
          hint="Symbol of the same source that is bought and held. Empty: the run's own."
          form={form}
        />
      </Switch>
      <Switch
        name="monte_carlo"
        label="Draw runs (Monte Carlo)"
        hint="How far the result depends on the order and the choice of its trades."
        form={form}
      >
        <Choice
          name="drawing"
          label="Draw"
          hint="With replacement the same trade may come twice. Trades in another order all end alike: drawdowns only."
          values={[
            ["bootstrap_returns", "returns in blocks, with replacement"],
            ["shuffle_trades", "trades in another order"],
          ]}
          standard="trades with replacement (default)"
          form={form}
        />
        <Text name="drawn" label="Runs" hint="1 to 100,000. Empty: 1000." form={form} />
        <Text
          name="block"
          label="Candles in a block"
          hint="Of returns only. Empty: 20."
          form={form}
        />
        <Text
          name="ruin"
          label="Ruin"
          hint="Fraction of the capital that counts as ruin. Empty: 0.5."
          form={form}
        />
        <Text
          name="drawing_seed"
          label="Seed"
          hint="The same seed draws the same runs. Empty: 1."
          form={form}
        />
      </Switch>
      <Switch
        name="look_ahead"
        label="Audit for looking ahead"
        hint="Runs the strategy on shortened series and finds decisions that later candles have changed."
        off="no"
        form={form}
      >
        <Text name="audited" label="Shortened series" hint="1 to 10,000. Empty: 32." form={form} />
      </Switch>
    </Fold>
  );
}

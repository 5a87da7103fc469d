/** The strategy and its parameters: one value each, or in a search several. */

import type { Strategy, StrategyParameter } from "@bourse/contract/backtest";
import { Card, Field, setQuery, spaced } from "@bourse/ui";

import type { RunKind } from "../../model/request-form.ts";
import { ChoiceField } from "../../parts/choice-field.tsx";
import type { Form } from "./form.ts";

interface ParameterFieldsProps {
  readonly list: readonly Strategy[];
  readonly strategy: Strategy;
  readonly kind: RunKind;
  readonly form: Form;
}

export function ParameterFields({ list, strategy, kind, form }: ParameterFieldsProps) {
  const choose = (name: string): void => {
    const others = Object.keys(form.texts).filter((key) => key.startsWith("p."));
    setQuery({ ...Object.fromEntries(others.map((key) => [key, undefined])), strategy: name });
  };
  return (
    <Card title="Strategy">
      <ChoiceField
        label="Strategy"
        hint={strategy.description}
        value={strategy.name}
        choices={list.map(({ name, files }) => [
          name,
          `${spaced(name)}${files === undefined ? "" : " (own)"}`,
        ])}
        onChange={choose}
      />
      <div class="fields">
        {strategy.parameters.map((parameter) => (
          <Parameter key={parameter.name} parameter={parameter} kind={kind} form={form} />
        ))}
      </div>
      {kind !== "backtest" && (
        <p class="hint">
          Several values stand between commas: <code>10, 20, 50</code>. A range is{" "}
          <code>5..50/5</code>, from 5 to 50 in steps of 5; draws can do without the steps, and{" "}
          <code>0.001..1 log</code> draws as many below 0.01 as above 0.1. A field that is left
          empty takes its default.
        </p>
      )}
    </Card>
  );
}

interface ParameterProps {
  readonly parameter: StrategyParameter;
  readonly kind: RunKind;
  readonly form: Form;
}

function Parameter({ parameter, kind, form }: ParameterProps) {
  const { name, type, default: standard, min, max, values, description } = parameter;
  const key = `p.${name}`;
  const text = form.texts[key] ?? "";
  const range = min === undefined && max === undefined ? "" : ` ${min ?? "–∞"} to ${max ?? "∞"}.`;
  const options = values ?? (type === "boolean" ? ["yes", "no"] : undefined);
  const shown = typeof standard === "boolean" ? (standard ? "yes" : "no") : String(standard);
  return (
    <Field label={spaced(name)} hint={`${description}${range}`} fault={form.faults[key]}>
      {(ties) =>
        options !== undefined && kind === "backtest" ? (
          <select
            {...ties}
            value={text}
            onChange={(event) => form.set(key, event.currentTarget.value)}
          >
            <option value="">{shown} (default)</option>
            {options.map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...ties}
            inputMode={kind === "backtest" ? "decimal" : "text"}
            autocomplete="off"
            spellcheck={false}
            placeholder={shown}
            value={text}
            onInput={(event) => form.set(key, event.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

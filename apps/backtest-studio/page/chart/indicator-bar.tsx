/** The indicators of a chart with their values under the cursor; their numbers can be changed, others added. */

import { Price, useCommands } from "@bourse/ui";
import { useEffect, useRef, useState } from "preact/hooks";

import {
  INDICATOR_KINDS,
  MOST_INDICATORS,
  numbersOf,
  type Indicator,
} from "../model/indicators.ts";
import { colourIndex } from "./indicator-plots.ts";

interface IndicatorBarProps {
  readonly indicators: readonly Indicator[];
  readonly values: readonly (number | undefined)[] | undefined;
  /** True while too many candles are in sight for indicators. */
  readonly isTooWide: boolean;
  readonly onChange: (indicators: readonly Indicator[]) => void;
}

export function IndicatorBar({ indicators, values, isTooWide, onChange }: IndicatorBarProps) {
  const adder = useRef<HTMLSelectElement>(null);
  useCommands([
    { label: "Add an indicator", keys: "i", group: "Chart", run: () => adder.current?.focus() },
  ]);
  const add = (name: string): void => {
    const kind = INDICATOR_KINDS[name];
    const numbers = kind === undefined ? undefined : numbersOf(kind, []);
    if (kind === undefined || numbers === undefined) return;
    onChange([...indicators, { name, kind, numbers }]);
  };
  return (
    <div class="indicators" role="group" aria-label="Indicators">
      {indicators.map((indicator, at) => (
        <Chosen
          key={`${at} ${indicator.name}`}
          indicator={indicator}
          colour={colourIndex(at)}
          value={values?.[at]}
          onNumbers={(numbers) => onChange(indicators.with(at, { ...indicator, numbers }))}
          onRemove={() => {
            onChange(indicators.toSpliced(at, 1));
            adder.current?.focus();
          }}
        />
      ))}
      <select
        ref={adder}
        aria-label="Add an indicator"
        value=""
        disabled={indicators.length >= MOST_INDICATORS}
        onChange={(event) => {
          add(event.currentTarget.value);
          event.currentTarget.value = "";
        }}
      >
        <option value="">Add an indicator …</option>
        {Object.entries(INDICATOR_KINDS).map(([name, { title }]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      {isTooWide && <span class="hint">Zoom in: indicators need the single candles.</span>}
    </div>
  );
}

interface ChosenProps {
  readonly indicator: Indicator;
  readonly colour: number;
  readonly value: number | undefined;
  readonly onNumbers: (numbers: readonly number[]) => void;
  readonly onRemove: () => void;
}

function Chosen({ indicator, colour, value, onNumbers, onRemove }: ChosenProps) {
  const { kind, numbers } = indicator;
  const shown = numbers.join(" ");
  const [text, setText] = useState(shown);
  // The one before it may have been removed, and this one stands in its place.
  useEffect(() => setText(shown), [shown]);
  const read = numbersOf(kind, text.trim().split(/[\s,:]+/u));
  const take = (): void => {
    if (read !== undefined && read.join(" ") !== shown) onNumbers(read);
  };
  const fields = kind.numbers.map(({ name, min, max }) => `${name} ${min} to ${max}`).join(", ");
  return (
    <span class={`indicator series-${colour}`}>
      <label>
        {kind.title}{" "}
        <input
          value={text}
          title={fields}
          aria-label={`${kind.title}: ${fields}`}
          aria-invalid={read === undefined}
          autocomplete="off"
          inputMode="decimal"
          style={{ "--letters": Math.max(2, text.length) }}
          onInput={(event) => setText(event.currentTarget.value)}
          onChange={take}
        />
      </label>
      <output>{value !== undefined && <Price of={value} />}</output>
      <button
        type="button"
        class="small"
        aria-label={`Remove ${kind.title} ${shown}`}
        onClick={onRemove}
      >
        ×
      </button>
    </span>
  );
}

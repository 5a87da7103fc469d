/** The strategies of the server, their parameters, and their signal on the newest candles. */

import type { Signal, Strategy } from "@bourse/contract/backtest";
import {
  Badge,
  Card,
  Code,
  Empty,
  Field,
  Notice,
  Percent,
  Price,
  spaced,
  Table,
  useAction,
  useQuery,
} from "@bourse/ui";
import { useEffect } from "preact/hooks";

import { signals } from "../../model/live.ts";
import { utc } from "../../model/numbers.ts";
import { clients } from "../../model/session.ts";
import { loadStrategies, strategies, strategiesProblem } from "../../model/strategies.ts";
import { parametersText } from "../../model/summary.ts";
import { wordsOf } from "../../model/words.ts";
import { ChoiceField } from "../../parts/choice-field.tsx";
import { SymbolField } from "../../parts/symbol-field.tsx";

export function StrategyList() {
  const [words, setWords] = useQuery("q");
  useEffect(() => void loadStrategies(), []);
  const { strategies: all = [], problems = [] } = strategies.value ?? {};
  const list = all.filter(({ name, description, signal_type: type }) =>
    `${name} ${description} ${type}`.toLowerCase().includes(words.toLowerCase()),
  );
  return (
    <>
      <Card title="Signal on the newest candles" wide>
        <SignalForm list={all} />
      </Card>
      {problems.map(({ file, message }) => (
        <div class="wide" key={file}>
          <Notice kind="poor">
            {file} could not be loaded as it is now: {message}
          </Notice>
        </div>
      ))}
      {strategiesProblem.value !== undefined && (
        <div class="wide">
          <Notice kind="poor">{strategiesProblem.value}</Notice>
        </div>
      )}
      <div class="wide inline">
        <Field
          label="Search the strategies"
          hint="Own strategies come from the folder that STRATEGIES_DIR names; a changed file is read anew."
        >
          {(ties) => (
            <input
              {...ties}
              type="search"
              value={words}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      {strategies.value?.editing === true && (
        <div class="wide buttons">
          <a class="button" href="#/strategies/edit">
            Write a strategy
          </a>
        </div>
      )}
      {strategies.value === undefined && (
        <div class="wide awaited">
          {strategiesProblem.value === undefined && <p class="hint">Reading the strategies …</p>}
        </div>
      )}
      {list.map((strategy) => (
        <StrategyCard key={strategy.name} strategy={strategy} />
      ))}
    </>
  );
}

function StrategyCard({ strategy }: { readonly strategy: Strategy }) {
  const { name, version, description, signal_type: type, parameters, files } = strategy;
  return (
    <Card
      title={spaced(name)}
      aside={
        <>
          {files !== undefined && strategies.value?.editing === true && (
            <a class="button second small" href={`#/strategies/edit/${encodeURIComponent(name)}`}>
              Edit it
            </a>
          )}{" "}
          <a class="button small" href={`#/new?strategy=${encodeURIComponent(name)}`}>
            Run it
          </a>
        </>
      }
    >
      <p>{description}</p>
      <p class="hint">
        {files === undefined ? "of the server" : "your own"} · {type} · version {version}
      </p>
      <Table
        label={`Parameters of ${name}`}
        count={parameters.length}
        empty="It has no parameters."
        head={["Parameter", "Default", "Range"]}
      >
        {parameters.map((parameter) => (
          <tr key={parameter.name} title={parameter.description}>
            <td>{spaced(parameter.name)}</td>
            <td>{String(parameter.default)}</td>
            <td>
              {parameter.values?.join(", ") ??
                (parameter.min === undefined && parameter.max === undefined
                  ? parameter.type
                  : `${parameter.min ?? "–∞"} to ${parameter.max ?? "∞"}`)}
            </td>
          </tr>
        ))}
      </Table>
      {Object.entries(files ?? {}).map(([file, digest]) => (
        <p class="hint" key={file}>
          {file} <Code text={digest} label={`SHA-256 of ${file}`} />
        </p>
      ))}
    </Card>
  );
}

function SignalForm({ list }: { readonly list: readonly Strategy[] }) {
  const [symbol, setSymbol] = useQuery("symbol", "BTCUSDT");
  const [name, setName] = useQuery("strategy", list[0]?.name ?? "");
  const ask = useAction(async () => {
    try {
      const { signal } = await clients.value.backtest.generateSignal({
        params: { strategy_name: name },
        query: { symbol },
      });
      // The event of it comes over the socket as well; the same moment is shown once.
      const rest = signals.peek().filter((one) => !isSame(one, signal));
      signals.value = [signal, ...rest];
    } catch (error) {
      throw new Error(wordsOf(error));
    }
  });
  return (
    <>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          void ask.run(undefined);
        }}
      >
        <ChoiceField
          label="Strategy"
          value={name}
          choices={list.map((one) => [one.name, spaced(one.name)])}
          onChange={setName}
        />
        <SymbolField value={symbol} onInput={setSymbol} />
        <button type="submit" disabled={ask.busy || name === ""}>
          {ask.busy ? "Asking …" : "Ask for its signal"}
        </button>
      </form>
      {ask.problem !== undefined && <Notice kind="poor">{ask.problem}</Notice>}
      <Signals />
    </>
  );
}

/** The signals that were asked for, or came by the server's schedule. */
function Signals() {
  if (signals.value.length === 0) {
    return (
      <Empty title="No signal yet.">
        Signals that the server generates on its schedule (SIGNALS) appear here as they come.
      </Empty>
    );
  }
  return (
    <Table
      label="Signals"
      count={signals.value.length}
      empty=""
      head={["Candle (UTC)", "Strategy", "Symbol", "Signal", "Confidence", "Price", "Parameters"]}
      numbers={["Confidence", "Price"]}
    >
      {signals.value.map((one) => (
        <tr key={`${one.timestamp}${one.strategy_name}${one.symbol}`}>
          <td>{utc(one.timestamp)}</td>
          <td>{spaced(one.strategy_name)}</td>
          <td>{one.symbol}</td>
          <td>
            <Badge state={one.direction} kind={KINDS[one.direction] ?? "fair"} />
          </td>
          <td class="number">
            <Percent of={one.confidence} digits={0} />
          </td>
          <td class="number">
            <Price of={one.price} />
          </td>
          <td>{parametersText(one.parameters)}</td>
        </tr>
      ))}
    </Table>
  );
}

const KINDS: Readonly<Record<string, "good" | "fair" | "poor">> = {
  long: "good",
  short: "poor",
  flat: "fair",
};

function isSame(a: Signal, b: Signal): boolean {
  return (
    a.strategy_name === b.strategy_name && a.symbol === b.symbol && a.timestamp === b.timestamp
  );
}

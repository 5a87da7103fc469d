/** A page for tests of parts: a table of 100,000 rows, a toast with a way back, and commands that change. */

import {
  Card,
  Empty,
  everyDigit,
  numeral,
  Opener,
  rowColumns,
  Shell,
  Table,
  Tile,
  toast,
  useCommands,
  useQuery,
  VirtualTable,
  type Page,
} from "@bourse/ui";
import { render } from "preact";

import "./style.css";

const ROWS = 100_000;

function Rows() {
  const [chosen, setChosen] = useQuery("row");
  const [opened, setOpened] = useQuery("opened");
  return (
    <Card title="Rows" wide>
      <VirtualTable
        label="Rows"
        count={ROWS}
        chosen={chosen === "" ? undefined : Number(chosen)}
        onChoose={(index) => setChosen(String(index))}
        onOpen={(index) => setOpened(String(index))}
        empty={<Empty title="No row." />}
        columns={[
          { head: "Number", isNumber: true, cell: (index) => index },
          { head: "Square", isNumber: true, width: 12, cell: (index) => index * index },
        ]}
      />
      <p>Opened: {opened === "" ? "none" : opened}</p>
    </Card>
  );
}

function Toasts() {
  return (
    <Card title="Toasts">
      <button
        type="button"
        onClick={() =>
          toast("One thing is gone.", {
            action: { label: "Undo", run: () => toast("It is back.") },
          })
        }
      >
        Remove
      </button>
    </Card>
  );
}

function Changes() {
  const [hasSecond, setSecond] = useQuery("second");
  const [done, setDone] = useQuery("done", "nothing");
  useCommands([
    ...(hasSecond === "" ? [] : [{ label: "Reject", keys: "x", run: () => setDone("reject") }]),
    { label: "Approve", keys: "y", run: () => setDone("approve") },
  ]);
  return (
    <Card title="Changes">
      <button type="button" onClick={() => setSecond("yes")}>
        Add a command
      </button>
      <p>
        {hasSecond === "" ? "One command" : "Two commands"}, done: {done}
      </p>
    </Card>
  );
}

const SIZES = [1e-9, 0.000_123_456, 0.5, 1234.5, 123_456_789.25, 1e15, -1e15];

function Figures() {
  return (
    <Card title="Figures">
      <dl class="tiles">
        {SIZES.map((value) => (
          <Tile key={value} name="Value" value={numeral(value)} whole={everyDigit(value)} />
        ))}
      </dl>
    </Card>
  );
}

const COINS = ["Bitcoin", "Ether", "Solana"].map((name) => ({ name }));

/** A table and a grid below each other, which the keys go through as one. */
function Lists() {
  const [opened, setOpened] = useQuery("opened", "nothing");
  const [chosen, setChosen] = useQuery("row");
  return (
    <>
      <Card title="Two lists" wide>
        <p>Opened: {opened}</p>
        <Table label="Coins" head={["Name", "Address"]} count={COINS.length} empty="">
          {COINS.map(({ name }) => (
            <tr key={name}>
              <td>
                <Opener onOpen={() => setOpened(name)}>{name}</Opener>
              </td>
              <td>{`0x${"7b".repeat(32)}`}</td>
            </tr>
          ))}
        </Table>
      </Card>
      <Card title="More" wide>
        <VirtualTable
          label="Grid"
          isStacking
          count={COINS.length}
          chosen={chosen === "" ? undefined : Number(chosen)}
          onChoose={(index) => setChosen(String(index))}
          onOpen={(index) => setOpened(`row ${index}`)}
          empty=""
          columns={rowColumns(COINS, [
            { head: "Coin", width: 30, cell: ({ name }) => name },
            { head: "Letters", width: 30, isNumber: true, cell: ({ name }) => name.length },
          ])}
        />
      </Card>
    </>
  );
}

const PAGES: readonly Page[] = [
  { name: "rows", title: "Rows", key: "r", content: Rows },
  { name: "toasts", title: "Toasts", key: "t", content: Toasts },
  { name: "figures", title: "Figures", key: "f", content: Figures },
  { name: "lists", title: "Lists", key: "l", content: Lists },
  { name: "changes", title: "Changes", key: "c", content: Changes },
];
const place = document.querySelector("#app");
if (place !== null) render(<Shell brand="Parts" pages={PAGES} />, place);

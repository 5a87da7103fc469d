/** The errors of mocks that are told to do what they cannot. */

import { BourseError, didYouMean } from "@bourse/kernel";

/** Error codes of the mocks. Wrong options and faults are the kernel's OPTION_INVALID. */
export type MockErrorCode =
  /** The API has no operation of that name; details.operation is the name. */
  | "OPERATION_UNKNOWN"
  /** The mock has no scenario of that name; details.scenario is the name. */
  | "SCENARIO_UNKNOWN"
  /** An override is no function; details.operation is the operation. */
  | "HANDLER_INVALID";

/** A mistake in how a test uses a mock. */
export class MockError extends BourseError<MockErrorCode> {}

/** Throws for an operation that is none of `known`. @throws MockError OPERATION_UNKNOWN */
export function checkOperation(method: string, name: unknown, known: readonly string[]): void {
  if (known.some((one) => one === name)) return;
  const operation = toldName(name);
  throw new MockError(
    "OPERATION_UNKNOWN",
    `${method}: the API has no operation "${operation}".${nearestOrAll(operation, known)}`,
    { details: { operation } },
  );
}

/** Throws for a scenario that is none of `known`. @throws MockError SCENARIO_UNKNOWN */
export function checkScenario(name: unknown, known: readonly string[]): void {
  if (known.some((one) => one === name)) return;
  const scenario = toldName(name);
  throw new MockError(
    "SCENARIO_UNKNOWN",
    `scenario: there is no "${scenario}".${nearestOrAll(scenario, known)}`,
    { details: { scenario } },
  );
}

/** A name as given; another value by its type, as some have no text. */
const toldName = (name: unknown): string =>
  typeof name === "object" && name !== null ? "(an object)" : String(name);

function nearestOrAll(name: string, known: readonly string[]): string {
  return didYouMean(name, known) || ` Known: ${known.join(", ")}.`;
}

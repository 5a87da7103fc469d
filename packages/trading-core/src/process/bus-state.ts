import { anyFunction, hasCode, objectOf, trueOrFalse, type Bus } from "@bourse/kernel";

/**
 * Tells whether a process is ready as far as its bus goes: true when the bus can be reached or `isNeeded` is false,
 * else a sentence. A bus that lets clients in without credentials where it must not is never ready.
 */
export async function busState(bus: Pick<Bus, "probe">, isNeeded: boolean): Promise<true | string> {
  objectOf({ probe: anyFunction })("bus", bus);
  trueOrFalse("isNeeded", isNeeded);
  try {
    await bus.probe();
    return true;
  } catch (error) {
    if (hasCode(error, "BUS_UNAVAILABLE") && error.details["isOpenToAll"] === true) {
      return "The server of the bus lets clients in without credentials, and is not used.";
    }
    return isNeeded ? "The bus cannot be reached." : true;
  }
}

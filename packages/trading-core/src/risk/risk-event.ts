/** Events of guards and of the kill switch, recorded in the transactions of what they tell of. */

import type { OrderSide } from "../execution/port.ts";
import type { RiskRefusal } from "./risk-state.ts";

/** An order that was refused, and the rule. */
export interface RefusedOrder extends RiskRefusal {
  /** Symbol in its canonical spelling. */
  readonly symbol: string;
  /** Side of the order. */
  readonly side: OrderSide;
  /** Quantity in base units, a decimal as text. */
  readonly quantity: string;
  /** Identifier by the caller; null without one. */
  readonly clientOrderId: string | null;
}

/** The kill switch of an event. */
export interface ToldKillSwitch {
  /** `freeze` or `flatten`. */
  readonly mode: "freeze" | "flatten";
  /** Reason that was given. */
  readonly reason: string;
  /** Place that it was set from. */
  readonly source: "api" | "file" | "signal";
}

/** An event about risk. */
export type RiskEvent =
  | {
      /** An order was refused by a rule. */
      readonly type: "risk.refused";
      /** Time of the event, milliseconds UTC. */
      readonly timestamp: number;
      /** Place of the event in the store's log. */
      readonly sequence?: number;
      /** The order and the rule. */
      readonly risk: RefusedOrder;
    }
  | {
      /** The kill switch was set, a flatten has ended, or it was released. */
      readonly type: "kill_switch.set" | "kill_switch.done" | "kill_switch.released";
      /** Time of the event, milliseconds UTC. */
      readonly timestamp: number;
      /** Place of the event in the store's log. */
      readonly sequence?: number;
      /** The switch. */
      readonly killSwitch: ToldKillSwitch;
    };

/** A labelled address of the chain, typed, pasted or picked from the peers that the node knows. */

import type { Peer } from "@bourse/contract/node";
import { Field, numeral, short } from "@bourse/ui";

import { peers } from "../model/node-state.ts";

interface AddressFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly fault: string | undefined;
  readonly value: string;
  /** Offers the known peers. Default false. */
  readonly isPeer?: boolean;
  readonly onInput: (value: string) => void;
}

export function AddressField({
  label,
  hint,
  fault,
  value,
  isPeer = false,
  onInput,
}: AddressFieldProps) {
  const known = isPeer ? (peers.value.value ?? []) : [];
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ties) => (
        <>
          <input
            {...ties}
            value={value}
            spellcheck={false}
            autocomplete="off"
            placeholder="0x…"
            list={known.length > 0 ? `${ties.id}-peers` : undefined}
            onInput={(event) => onInput(event.currentTarget.value.trim())}
          />
          {known.length > 0 && (
            <datalist id={`${ties.id}-peers`}>
              {known.map((peer) => (
                <option key={peer.node_id} value={peer.address} label={peerWords(peer)} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

function peerWords({ node_id, healthy, latency_ms }: Peer): string {
  const latency = latency_ms === null ? "" : `, ${numeral(latency_ms, 0)} ms`;
  return `peer ${short(node_id)}, ${healthy ? "healthy" : "unhealthy"}${latency}`;
}

/** A check that what a server sends is what its AsyncAPI document describes, by a validator of others. */

import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect } from "vitest";

interface Message {
  readonly name: string;
  readonly headers?: object;
  readonly payload: object;
}

interface Reference {
  readonly $ref: string;
}

interface Document {
  readonly channels: Readonly<
    Record<
      string,
      { readonly address: string; readonly messages: Readonly<Record<string, Reference>> }
    >
  >;
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
}

const ROOT = "http://document.example/asyncapi";

/**
 * Reads the AsyncAPI document of the server at `url` and returns a check of the messages of the channel `address`: a
 * message of a socket, or the fields of a Server-Sent Event.
 */
export async function feedCheck(url: string, address: string): Promise<(sent: unknown) => void> {
  const document = (await (await fetch(`${url}/asyncapi.json`)).json()) as Document;
  const channel = Object.values(document.channels).find((one) => one.address === address);
  expect(channel, `the document has no channel ${address}`).toBeDefined();
  // AsyncAPI's schemas are those of JSON Schema draft-07.
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
  addFormats.default(ajv);
  const text = JSON.stringify(document.components).replaceAll(
    '"#/components/',
    `"${ROOT}#/definitions/`,
  );
  const components = JSON.parse(text) as Document["components"] & { readonly schemas: object };
  const { messages, schemas } = components;
  ajv.addSchema({ $id: ROOT, definitions: { schemas } });

  function fits(schema: object, value: unknown, place: string): void {
    const validate = ajv.compile(schema);
    expect(validate(value), `${place}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  }

  return (sent) => {
    const { type, event, data } = sent as { type?: string; event?: string; data?: string };
    const name = type ?? event ?? "";
    const { $ref } = channel?.messages[name] ?? { $ref: "" };
    const message = messages[$ref.slice("#/components/messages/".length)];
    expect(message, `the document has no message "${name}" in ${address}`).toBeDefined();
    if (message?.headers === undefined) return fits(message?.payload ?? {}, sent, name);
    fits(message.headers, sent, name);
    fits(message.payload, JSON.parse(data ?? ""), name);
  };
}

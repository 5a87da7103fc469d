/** Members that nested objects of a body do not have are refused by their names, but for objects that browsers make. */
import { expect, test } from "vitest";

import {
  createAuthenticator,
  type CreationOptions,
  type RequestOptions,
} from "../../../packages/conformance/src/factors/authenticator.ts";
import { makeKey, signUp, type Answer } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

const ORIGIN = "https://accounts.example";

const refusalOf = ({ status, error }: Answer): readonly unknown[] => [
  status,
  error?.code,
  error?.details?.map(({ path }) => path),
];

test("a misspelt limit of an API key is refused by its name, and the key keeps its limits", async () => {
  const server = await runTestServer();
  const { token } = await signUp(server);
  const { id } = await makeKey(server, token, ["read"]);
  const path = `auth/api-keys/${id}`;
  const limits = { requests: 1000, windowSeconds: 3600 };
  expect((await server.call("PATCH", path, { token, body: { limits } })).data).toMatchObject({
    limits,
  });
  const wrong = { limits: { requests: 10, byts: 5, windowSeconds: 60 } };
  const refused = await server.call("PATCH", path, { token, body: wrong });
  expect(refusalOf(refused)).toEqual([400, "VALIDATION_ERROR", ["limits.byts"]]);
  expect(refused.text).toContain('Did you mean \\"bytes\\"?');
  expect((await server.get(path, { token })).data).toMatchObject({ limits });
});

test("a passkey is made and used by all that a browser's toJSON() has, what browsers may add included", async () => {
  const server = await runTestServer({ PUBLIC_URL: ORIGIN });
  const { token } = await signUp(server);
  const made = await server.post<CreationOptions>("auth/passkeys/options", undefined, { token });
  const device = createAuthenticator(ORIGIN);
  const unread = {
    authenticatorAttachment: "platform",
    clientExtensionResults: { credProps: { rk: true } },
    addedLater: true,
  };
  const created = device.create(made.data);
  const credential = {
    ...created,
    ...unread,
    response: {
      ...created.response,
      authenticatorData: "SZYN5YgOjGh0",
      publicKey: "MFkwEwYHKoZIzj0",
      publicKeyAlgorithm: -7,
      addedLater: [],
    },
  };
  const added = await server.post("auth/passkeys", { credential }, { token });
  expect(added.status).toBe(201);

  const { data } = await server.post<RequestOptions>("auth/passkeys/login/options", {});
  const used = { ...device.use(data), ...unread };
  expect((await server.post("auth/passkeys/login", { credential: used })).status).toBe(200);
});

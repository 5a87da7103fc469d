import { expect, onTestFinished, test } from "vitest";

import { createSmtpSender } from "../src/mail/index.ts";
import { mailServer } from "./support/mail-server.ts";

const FROM = "Bourse <no-reply@bourse.example>";
const MAIL = { to: "ada@example.com", subject: "Hello", text: "A line.", html: "<p>A line.</p>" };
const sending = (): { id: string; signal: AbortSignal } => ({
  id: "b57cdd3a-3f0c-4a5d-8ea7-9d5c8ab8a0a1",
  signal: new AbortController().signal,
});

test("a mail server gets the mail, with the id of the entry", async () => {
  const { url, mails } = await mailServer();
  const sender = await createSmtpSender({ url, from: FROM });
  onTestFinished(() => sender.close());
  await sender.send(MAIL, sending());
  expect(mails).toHaveLength(1);
  expect(mails[0]?.to).toEqual(["ada@example.com"]);
  const { content = "" } = mails[0] ?? {};
  expect(content).toContain("Message-ID: <b57cdd3a-3f0c-4a5d-8ea7-9d5c8ab8a0a1@bourse.example>");
  expect(content).toContain("From: Bourse <no-reply@bourse.example>");
  expect(content).toContain("Auto-Submitted: auto-generated");
  expect(content).toContain("A line.");
  expect(content).toContain("<p>A line.</p>");
});

test("nobody adds a header or a receiver through an address or a subject", async () => {
  const { url, mails } = await mailServer();
  const sender = await createSmtpSender({ url, from: FROM });
  onTestFinished(() => sender.close());
  const to = "ada@example.com>,<eve@example.com";
  await sender
    .send({ ...MAIL, to, subject: "Hi\r\nBcc: eve@example.com" }, sending())
    .catch(() => undefined);
  await sender.send({ ...MAIL, subject: "Hi\r\nBcc: eve@example.com" }, sending());
  const last = mails.at(-1);
  expect(last?.to).toEqual(["ada@example.com"]);
  expect(last?.content).not.toMatch(/^Bcc:/im);
  expect(mails.flatMap((one) => one.to)).not.toContain("eve@example.com");
});

test("a receiver that the server does not have is refused for good", async () => {
  const { url } = await mailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error("no such mailbox"), { responseCode: 550 })),
  });
  const sender = await createSmtpSender({ url, from: FROM });
  onTestFinished(() => sender.close());
  await expect(sender.send(MAIL, sending())).rejects.toMatchObject({
    code: "DELIVERY_REFUSED",
    details: { status: 550 },
  });
});

test.each([
  ["a server that is busy", 451],
  ["a mailbox that is full for now", 452],
])("%s may take the mail later", async (_, responseCode) => {
  const { url } = await mailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error("later"), { responseCode })),
  });
  const sender = await createSmtpSender({ url, from: FROM });
  onTestFinished(() => sender.close());
  const error: unknown = await sender.send(MAIL, sending()).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toMatchObject({ code: "DELIVERY_REFUSED" });
});

test("a login is sent, and a wrong one is no refusal of the mail", async () => {
  const { url, mails } = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "b@x" && password === "p/w"
        ? done(null, { user: "b" })
        : done(new Error("wrong login")),
  });
  const withLogin = (login: string): string => url.replace("//", `//${login}@`);
  const right = await createSmtpSender({ url: withLogin("b%40x:p%2Fw"), from: FROM });
  onTestFinished(() => right.close());
  await right.send(MAIL, sending());
  expect(mails).toHaveLength(1);
  const wrong = await createSmtpSender({ url: withLogin("b:wrong"), from: FROM });
  onTestFinished(() => wrong.close());
  const error: unknown = await wrong.send(MAIL, sending()).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "EAUTH" });
});

test("a server that has no TLS gets nothing where TLS is required", async () => {
  const { url, mails } = await mailServer();
  const sender = await createSmtpSender({ url: `${url}?requireTLS=true`, from: FROM });
  onTestFinished(() => sender.close());
  await expect(sender.send(MAIL, sending())).rejects.toThrow("STARTTLS");
  expect(mails).toEqual([]);
});

test.each([
  ["http://127.0.0.1", FROM, "url"],
  ["127.0.0.1:25", FROM, "url"],
  ["smtp://", FROM, "url"],
  ["smtp://127.0.0.1?ignoreTLS=true", FROM, "url"],
  ["smtp://127.0.0.1?requireTLS=maybe", FROM, "url"],
  ["smtp://127.0.0.1", "nobody", "from"],
  ["smtp://127.0.0.1", "a@b.example\r\nBcc: eve@example.com", "from"],
])("%s from %j is refused by name", async (url, from, option) => {
  await expect(createSmtpSender({ url, from })).rejects.toMatchObject({
    code: "SMTP_URL_INVALID",
    details: { option },
  });
});

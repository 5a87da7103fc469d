// An account, a key for a deployment service, and the question that such a
// service asks before it acts.
import { createAuthClient } from "@bourse/client/auth";

const baseUrl = process.argv[2] ?? "http://127.0.0.1:3000";
const auth = createAuthClient({ baseUrl });
await auth.register({
  body: { email: "ada@example.com", password: "a long way to the sea" },
});
const { key } = await auth.createApiKey({
  body: { name: "ci", permissions: ["deploy"] },
});

for (const permission of ["deploy", "admin"]) {
  const { valid, code } = await auth.verifyApiKey({
    body: { key, permission },
  });
  console.log(`may the key ${permission}?`, valid ? "yes" : `no: ${code}`);
}

const again = await auth.register.safe({
  body: { email: "ada@example.com", password: "another long way" },
});
console.log(again.ok ? "registered" : again.error.message);

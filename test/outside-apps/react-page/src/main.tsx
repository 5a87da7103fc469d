// A page with an account and the public markets: logs in once, and stays logged in in every tab.
import { createAuthClient } from "@bourse/client/auth";
import { createCurationClient } from "@bourse/client/curation";
import { sharedTokens } from "@bourse/client/shared-tokens";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const { origin } = location;
const auth = createAuthClient({
  baseUrl: `${origin}/auth`,
  tokens: sharedTokens({ name: "auth" }),
});
const curation = createCurationClient({ baseUrl: `${origin}/curation` });

async function overview(): Promise<string> {
  const me = await auth.me.safe();
  const markets = await curation.listMarkets();
  return `${me.ok ? me.data.user.email : me.error.code}, ${markets.length} markets`;
}

function App() {
  const [line, show] = useState("not asked yet");
  const shown = (work: () => Promise<string>) => () => {
    show("asking");
    work().then(show, (error: Error) => show(error.message));
  };
  const register = async (): Promise<string> => {
    const body = { email: `${crypto.randomUUID()}@example.com`, password: "a long way to the sea" };
    return `registered ${(await auth.register({ body })).user.email}`;
  };
  return (
    <main>
      <h1>Markets</h1>
      <button onClick={shown(register)}>Register</button>
      <button onClick={shown(overview)}>Ask</button>
      <output>{line}</output>
    </main>
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<App />);

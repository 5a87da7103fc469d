/**
 * Style sheet of the start page: the dashboard's colours, light and dark by the reader's choice, from 320 pixels on.
 */
export const STYLE = `:root {
  color-scheme: light dark;
  --ground: #f4f5f8;
  --raised: #ffffff;
  --line: #d5d9e0;
  --text: #171b22;
  --soft: #525b69;
  --accent: #1d5fd1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12151b;
    --raised: #1a1f28;
    --line: #333b48;
    --text: #e8ebf0;
    --soft: #a3adbb;
    --accent: #74a9ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 48rem; margin: 0 auto; padding: 1rem clamp(0.75rem, 3vw, 2rem) 3rem; }
h1 { font-size: 1.5rem; margin: 0.5rem 0 0; }
h2 { font-size: 1.125rem; margin: 2rem 0 0.5rem; }
p { margin: 0.25rem 0; }
.soft, dd { color: var(--soft); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.5rem; margin: 0; }
dd { margin: 0; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
pre { margin: 0.5rem 0 0; padding: 0.75rem 1rem; overflow-x: auto; background: var(--raised); border: 1px solid var(--line); border-radius: 0.375rem; }
code { font: 0.875rem/1.5 ui-monospace, monospace; }
@media (max-width: 30rem) {
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 0.5rem; }
}
`;

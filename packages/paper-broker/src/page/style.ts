// The stylesheet of all pages: Clubfolio's surfaces and sizes, with a plum accent and a serif name, so that nobody
// mistakes the brokerage for the application.

export const STYLE_PATH = '/paper/style.css'

export const STYLE = `
:root { color-scheme: light dark; --canvas: #F4F5F7; --panel: #FFFFFF; --line: #E1E4E8; --line-2: #ECEEF1;
  --text: #1B1F24; --dimmed: #5B6470; --border: #D5D9DF; --field: #8C95A1; --accent: #7A3568; --on-accent: #FFFFFF;
  --accent-hover: #652A56; --hover: #F5F7F9;
  --loss: #BF3A0A; --loss-tint: #FDF5F1; --profit: #007272; --profit-tint: #F1F9F8; }
@media (prefers-color-scheme: dark) { :root { --canvas: #0F1114; --panel: #16191D; --line: #262B31; --line-2: #20242A;
  --text: #E4E7EB; --dimmed: #98A1AD; --border: #343A42; --field: #68717D; --accent: #E0A3CF; --on-accent: #2B0F24;
  --accent-hover: #EBBFDF; --hover: #1D2126;
  --loss: #FF7F4D; --loss-tint: #241B17; --profit: #38C7BC; --profit-tint: #162121; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--canvas);
  color: var(--text);
  font: 400 13px/18px "IBM Plex Sans Variable", "IBM Plex Sans", system-ui, -apple-system, "Segoe UI", Roboto,
    sans-serif; }
.brand { background: var(--panel); border-bottom: 1px solid var(--line); border-top: 3px solid var(--accent); }
.brand-row { display: flex; align-items: center; gap: 8px; min-height: 48px; padding: 8px 16px; margin: 0 auto; }
.brand-name { font: 600 17px/24px Charter, "Iowan Old Style", Georgia, "Times New Roman", serif; }
.brand-note { color: var(--dimmed); font-size: 12px; line-height: 16px; padding-top: 3px; }
.brand-who { margin-left: auto; display: flex; align-items: center; gap: 8px; color: var(--dimmed); }
.mark { flex: none; } .mark-sheet { fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-linejoin: round; }
.mark-fold { fill: var(--accent); } .mark-line { fill: none; stroke: var(--accent); stroke-width: 1.5; }
main, footer { width: 100%; margin: 0 auto; padding: 16px; } main { flex: none; } main.narrow { margin-top: 4vh; }
.narrow { max-width: 420px; } .wide { max-width: 1040px; } .brand-row.narrow { max-width: 420px; }
.brand-row { width: 100%; }
footer { color: var(--dimmed); font-size: 12px; line-height: 16px; padding-bottom: 24px; }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 24px; margin: 0 0 8px; }
.panel.flush { padding: 0; overflow: hidden; }
.panel.flush > h2 { padding: 9px 12px; border-bottom: 1px solid var(--line); margin: 0; }
h1 { font-size: 16px; line-height: 24px; font-weight: 600; margin: 0 0 4px; }
h2 { font-size: 13px; line-height: 18px; font-weight: 600; margin: 0 0 8px; }
p { margin: 0 0 12px; } p.dimmed, .dimmed { color: var(--dimmed); } ul { margin: 0 0 12px; padding-left: 18px; }
a { color: var(--accent); } strong { font-weight: 600; }
form { margin: 0; } label, legend { font-size: 12px; line-height: 16px; font-weight: 500; }
.field { display: block; margin: 0 0 12px; } .field > label { display: block; margin: 0 0 4px; }
.field .rule { color: var(--dimmed); font-size: 12px; margin: 4px 0 0; }
input[type=text], input[type=password], input[type=date], select { width: 100%; height: 36px; padding: 0 10px;
  font: inherit; color: var(--text);
  background: var(--panel); border: 1px solid var(--field); border-radius: 4px; }
fieldset { border: 0; margin: 0 0 12px; padding: 0; } legend { padding: 0; margin: 0 0 4px; }
.choice { display: flex; align-items: center; gap: 10px; min-height: 44px; padding: 6px 2px;
  border-bottom: 1px solid var(--line-2); font-size: 13px; line-height: 18px; font-weight: 400; cursor: pointer; }
.choice:hover { background: var(--hover); }
.choice input { width: 16px; height: 16px; margin: 0; flex: none; accent-color: var(--accent); }
.choice .number { font-weight: 600; } .choice .value { white-space: nowrap; }
.choice .value, td.value, th.value { margin-left: auto; text-align: right; font-variant-numeric: tabular-nums; }
button { height: 36px; padding: 0 16px; font: inherit; font-weight: 500; color: var(--text); background: var(--panel);
  border: 1px solid var(--border); border-radius: 4px; cursor: pointer; }
button:hover { background: var(--hover); }
button.primary { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
button.primary:hover { background: var(--accent-hover); }
button.whole { width: 100%; } button.small { height: 28px; padding: 0 10px; font-size: 12px; }
.buttons { display: flex; gap: 8px; justify-content: flex-end; margin-top: 16px; } .buttons button { flex: 1; }
details { border-top: 1px solid var(--line); margin: 20px -24px -24px; padding: 12px 24px; }
details[open] { padding-bottom: 24px; }
summary { cursor: pointer; color: var(--accent); font-weight: 500; min-height: 24px; line-height: 24px; }
details[open] > summary { margin-bottom: 12px; }
.notice { padding: 8px 12px; border-radius: 4px; border: 1px solid; }
.notice.error { color: var(--loss); background: var(--loss-tint); }
.notice.done { color: var(--profit); background: var(--profit-tint); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.scroll { overflow-x: auto; } table { width: 100%; border-collapse: collapse; }
th, td { padding: 6px 8px; text-align: left; white-space: nowrap; }
th { font-size: 12px; line-height: 16px; font-weight: 500; color: var(--dimmed); border-bottom: 1px solid var(--line); }
td { border-bottom: 1px solid var(--line-2); } tr:last-child > td { border-bottom: 0; }
th:first-child, td:first-child { padding-left: 12px; } th:last-child, td:last-child { padding-right: 12px; }
td.code { font-weight: 600; }
.row-form { display: flex; flex-wrap: wrap; align-items: end; gap: 8px; padding: 12px; }
.scroll + .row-form { border-top: 1px solid var(--line-2); } .row-form .field { margin: 0; }
.row-form input[type=text], .row-form input[type=date], .row-form select { width: 160px; height: 28px; }
.row-form select { width: 280px; }
.row-forms { display: flex; flex-wrap: wrap; align-items: end; }
.row-forms + .row-forms { border-top: 1px solid var(--line-2); } .row-forms .row-form + .row-form { padding-left: 0; }
.inset { padding: 12px; margin: 0; border-bottom: 1px solid var(--line-2); } .profit { color: var(--profit); }
.loss { color: var(--loss); }
dl.secret { margin: 0; } dl.secret dt { color: var(--dimmed); font-size: 12px; line-height: 16px; }
dl.secret dd { margin: 0 0 8px; font: 13px/20px ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 12px; margin: 0 0 12px; }
.figures { display: flex; flex-wrap: wrap; gap: 8px 24px; padding: 12px; border-bottom: 1px solid var(--line-2); }
.figure { display: block; min-width: 110px; }
.figure .label { display: block; font-size: 11px; line-height: 16px; color: var(--dimmed); }
.figure .number { font-size: 14px; font-weight: 600; font-variant-numeric: tabular-nums; }
@media (max-width: 48em) {
  .scroll td:first-child, .scroll th:first-child { position: sticky; left: 0; background: var(--panel); }
  main, footer { padding: 12px; } main.narrow { margin-top: 0; } .panel { padding: 16px; }
  details { margin: 16px -16px -16px; padding: 12px 16px; }
  button, button.small { height: 44px; }
  input[type=text], input[type=password], input[type=date], select { height: 44px; font-size: 16px; }
  summary { min-height: 44px; line-height: 44px; } .brand-note { display: none; }
  .row-form .field { flex: 1 1 100%; }
  .row-form input[type=text], .row-form input[type=date], .row-form select { width: 100%; height: 44px; }
  .row-forms .row-form { flex: 1 1 100%; } .row-forms .row-form + .row-form { padding: 0 12px 12px; }
  .row-form button { flex: 1; } }
`

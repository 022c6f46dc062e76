// The style sheet shared by all charts, and the theme as CSS variables. React inserts the sheet into the head once,
// however many charts there are.

import type { CSSProperties, ReactElement } from 'react'
import { chartFont, type ChartTheme } from './theme.ts'

const sheet = `
.cf-chart { display: flex; flex-direction: column; width: 100%; height: 100%; min-height: 0; min-width: 0;
  position: relative; color: var(--cf-text); font: 400 12px/16px ${chartFont}; font-variant-numeric: tabular-nums;
  box-sizing: border-box; }
.cf-chart *, .cf-chart *::before { box-sizing: border-box; }
.cf-plot { position: relative; flex: 1 1 0; min-height: 0; overflow: hidden; }
.cf-canvas { position: absolute; inset: 0; }
.cf-canvas > div:focus-visible { outline: 2px solid var(--cf-accent) !important; outline-offset: -2px; }
.cf-plot[data-picking] .cf-canvas > div { cursor: copy !important; }
.cf-canvas[data-grip] > div, .cf-canvas[data-held] > div { cursor: ns-resize !important; }
.cf-handles { position: absolute; inset: 0; z-index: 2; overflow: hidden; pointer-events: none; }
.cf-handles[hidden], .cf-handle[hidden], .cf-place[hidden], .cf-handle [hidden] { display: none; }
.cf-handle { --cf-kind: var(--cf-text); position: absolute; top: -11px; left: 0; display: flex; height: 22px;
  border: 1px solid var(--cf-kind); border-radius: 3px; background: var(--cf-panel); color: var(--cf-kind);
  font-size: 11px; line-height: 20px; font-weight: 600; white-space: nowrap; pointer-events: auto; }
.cf-handle[data-kind="buy"] { --cf-kind: var(--cf-buy); }
.cf-handle[data-kind="sell"] { --cf-kind: var(--cf-sell); }
.cf-handle[data-waiting] { border-style: dotted; }
.cf-handle:hover, .cf-handle:focus-within { z-index: 1; }
.cf-handle[data-held], .cf-handle[data-moved] { z-index: 2; box-shadow: 0 2px 8px rgba(16,20,26,.28); }
.cf-handle[data-refused] { --cf-kind: var(--cf-down); }
.cf-handle-grip { display: flex; gap: 6px; padding: 0 6px; border-radius: 2px; outline-offset: 1px; }
.cf-handle[data-movable] .cf-handle-grip { cursor: ns-resize; touch-action: none; }
.cf-handle-grip:focus-visible, .cf-handle-x:focus-visible { outline: 2px solid var(--cf-accent); }
.cf-handle[data-edge] .cf-handle-grip { gap: 0; }
.cf-handle[data-edge]:not(:hover, :focus-within, [data-moved], [data-measured])
  :is(.cf-handle-title, .cf-handle-note, .cf-handle-x) { display: none; }
.cf-handle[data-edge] .cf-handle-title, .cf-handle[data-edge] .cf-handle-note { margin-left: 6px; }
.cf-handle[data-moved] .cf-handle-away, .cf-handle[data-measured] .cf-handle-away { display: none; }
.cf-handle-note { color: var(--cf-dimmed); font-weight: 400; }
.cf-handle[data-refused] .cf-handle-note { color: inherit; }
.cf-handle-note[data-direction="up"] { color: var(--cf-up); }
.cf-handle-note[data-direction="down"] { color: var(--cf-down); }
.cf-handle-x { appearance: none; width: 22px; padding: 0; border: 0; border-left: 1px solid var(--cf-line);
  background: none; color: var(--cf-dimmed); font: 400 14px/18px ${chartFont}; cursor: pointer; }
.cf-handle-x:hover { color: var(--cf-text); background: var(--cf-hover); }
.cf-place { appearance: none; position: absolute; top: 0; left: 0; width: 22px; height: 22px; padding: 0;
  border: 1px solid var(--cf-line); border-radius: 3px; background: var(--cf-raised); color: var(--cf-text);
  font: 400 16px/18px ${chartFont}; cursor: pointer; pointer-events: auto; }
.cf-place:hover { background: var(--cf-accent); color: var(--cf-panel); }
.cf-legend { position: absolute; top: 8px; left: 12px; right: 72px; z-index: 3; display: flex; flex-wrap: wrap;
  gap: 0 10px; pointer-events: none; color: var(--cf-dimmed); }
.cf-legend-wide { height: 64px; align-content: start; contain: strict; }
.cf-legend b { font-weight: 400; color: var(--cf-text); }
.cf-legend strong { font-weight: 600; color: var(--cf-text); }
.cf-change[data-direction="up"] { color: var(--cf-up) !important; }
.cf-change[data-direction="down"] { color: var(--cf-down) !important; }
.cf-mark { font-size: 8px; margin-right: 3px; vertical-align: 1px; }
.cf-swatch { display: inline-block; width: 10px; height: 2px; margin-right: 5px; vertical-align: 4px; }
.cf-scroll { position: relative; flex: none; height: 22px; margin: 0 12px 4px; touch-action: none;
  border-bottom: 1px solid var(--cf-line); }
.cf-scroll:focus-visible, .cf-button:focus-visible { outline: 2px solid var(--cf-accent); outline-offset: 1px; }
.cf-scroll-history { position: absolute; inset: 0; width: 100%; height: 100%; }
.cf-scroll-window { position: absolute; top: 0; bottom: 0; min-width: 6px; border: 1px solid var(--cf-accent);
  background: var(--cf-window); border-radius: 1px; }
.cf-foot { display: flex; flex-wrap: wrap; flex: none; align-items: center; gap: 0 8px; min-height: 36px;
  padding: 4px 12px; border-top: 1px solid var(--cf-line); }
.cf-head { border-top: 0; }
.cf-ranges { display: flex; gap: 2px; }
.cf-button { appearance: none; border: 0; background: none; color: var(--cf-dimmed); font: inherit; height: 28px;
  padding: 0 7px; border-radius: 4px; cursor: pointer; white-space: nowrap; transition: background-color 80ms; }
.cf-button:hover { background: var(--cf-hover); }
.cf-button[aria-pressed="true"] { background: var(--cf-selected); color: var(--cf-accent); font-weight: 600; }
.cf-button[aria-disabled="true"] { cursor: default; color: var(--cf-dimmed); opacity: .55; background: none; }
.cf-dates { margin-left: auto; color: var(--cf-dimmed); white-space: nowrap; }
.cf-note { color: var(--cf-dimmed); }
.cf-table { position: absolute; inset: 0; z-index: 4; overflow: auto; background: var(--cf-panel); }
.cf-table:focus-visible { outline: 2px solid var(--cf-accent); outline-offset: -2px; }
.cf-table table { width: 100%; border-collapse: collapse; font-size: 13px; line-height: 18px; }
.cf-table caption { text-align: left; padding: 8px 12px; color: var(--cf-dimmed); font-size: 12px; }
.cf-table th { position: sticky; top: 0; background: var(--cf-panel); height: 30px; font-weight: 500; font-size: 12px;
  color: var(--cf-dimmed); }
.cf-table th, .cf-table td { padding: 0 8px; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--cf-line); }
.cf-table td { height: 30px; }
.cf-table tbody th { position: static; font-weight: 400; font-size: 13px; color: var(--cf-text); }
.cf-table th:first-child { text-align: left; padding-left: 12px; }
.cf-empty { position: absolute; inset: 0; z-index: 2; display: grid; place-items: center; color: var(--cf-dimmed);
  font-size: 13px; background: var(--cf-panel); }
.cf-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); 
  white-space: nowrap; }
.cf-pie { display: block; font: 400 11px/13px ${chartFont}; font-variant-numeric: tabular-nums; }
.cf-seam { stroke: var(--cf-panel); stroke-width: 1.5px; stroke-linejoin: round; }
.cf-slice { outline: none; }
.cf-slice:hover .cf-seam { filter: brightness(1.06); }
.cf-ring { fill: none; stroke: none; }
.cf-ring[data-selected="true"] { stroke: var(--cf-text); stroke-width: 2px; stroke-linejoin: round; }
.cf-focus, .cf-focus-under { fill: none; stroke-linejoin: round; stroke: var(--cf-accent); stroke-width: 2.5px; }
.cf-focus-under { stroke: var(--cf-panel); stroke-width: 6px; }
.cf-leader { fill: none; stroke: var(--cf-dimmed); stroke-width: 1px; opacity: .7; }
.cf-pie-name { fill: var(--cf-text); font-size: 11.5px; font-weight: 600; }
.cf-pie-percent { fill: var(--cf-dimmed); }
.cf-tooltip { position: absolute; z-index: 5; pointer-events: none; min-width: 132px; padding: 8px 10px;
  background: var(--cf-raised); border-radius: 4px;
  box-shadow: 0 4px 12px rgba(16,20,26,.18), 0 0 0 1px var(--cf-line); }
.cf-tooltip dl { margin: 4px 0 0; }
.cf-tooltip-name { font-weight: 600; }
.cf-pair { display: flex; justify-content: space-between; gap: 16px; }
.cf-pair dt { color: var(--cf-dimmed); }
.cf-pair dd { margin: 0; }
.cf-square { display: inline-block; width: 8px; height: 8px; border-radius: 2px; margin-right: 6px; }
.cf-left-out { flex: none; margin: 0; padding: 0 12px 8px; color: var(--cf-dimmed); }
@media (max-width: 48em) { .cf-button { height: 40px; padding: 0 7px; }
  .cf-handle:not([data-moved], [data-kind="average"]) .cf-handle-note { display: none; }
  .cf-handle-title { max-width: 128px; overflow: hidden; text-overflow: ellipsis; }
  .cf-place { width: 32px; height: 32px; margin: -5px 0 0 -10px; }
  .cf-handle-x { position: relative; width: 28px; } .cf-handle-x::after { content: ""; position: absolute;
    inset: -9px -4px; } .cf-handle-grip::before { content: ""; position: absolute; inset: -9px 28px -9px -6px; }
  .cf-ranges { flex-wrap: wrap; } .cf-legend { gap: 0 6px; }
  .cf-legend-wide { right: 4px; } .cf-legend-wide > * { background: var(--cf-panel); } }
@media (prefers-reduced-motion: reduce) { .cf-chart * { transition: none !important; } }
@media print { .cf-foot, .cf-scroll { display: none; } }
`

export function ChartStyle(): ReactElement {
  return (
    <style href="clubfolio-charts" precedence="medium">
      {sheet}
    </style>
  )
}

export function themeVariables(theme: ChartTheme): CSSProperties {
  const variables: Record<`--cf-${string}`, string> = {
    '--cf-text': theme.text,
    '--cf-dimmed': theme.dimmed,
    '--cf-line': theme.line,
    '--cf-panel': theme.panel,
    '--cf-accent': theme.accent,
    '--cf-selected': theme.selected,
    '--cf-hover': theme.hover,
    '--cf-window': theme.window,
    '--cf-raised': theme.raised,
    '--cf-up': theme.up,
    '--cf-down': theme.down,
    '--cf-buy': theme.series[0],
    '--cf-sell': theme.series[1],
  }
  return variables
}

// 100,000 rows in the browser: our table of transactions against one written as TanStack's own example of virtual rows
// is, on the same rows, in turn in one page. Ours formats money and time, can be read by a screen reader, and keeps its
// header and first column; the example prints values. Promise: at most twice as long to draw, to sort and to scroll.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions, preview } from 'vite'
import type { TableKind, TablePage } from '../packages/web/src/testing/measured-table.ts'
import { findChromium } from '../scripts/set-up/find-chromium.mjs'
import { median } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

declare const window: { readonly tablePage: TablePage }

const rowCount = 100_000
const rounds = 7
const frames = 40
const limit = 2
const root = fileURLToPath(new URL('../packages/web', import.meta.url))
const html =
  '<!doctype html><html lang="en"><head><title>Tables</title><link rel="stylesheet" href="/page.css">' +
  '<script type="module" src="/page.js"></script></head><body><div id="root"></div></body></html>'

interface Figures {
  readonly drawMs: number
  readonly sortMs: number
  readonly scrollMs: number
  readonly rows: number
}

const outDir = await mkdtemp(join(tmpdir(), 'clubfolio-tables-'))
await build({
  configFile: false,
  root,
  logLevel: 'error',
  plugins: [react()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    outDir,
    target: 'es2023',
    cssCodeSplit: false,
    rolldownOptions: {
      input: join(root, 'src/testing/table-page.tsx'),
      output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
    },
  },
})
await writeFile(join(outDir, 'index.html'), html)
const server = await preview({
  configFile: false,
  root,
  logLevel: 'error',
  build: { outDir },
  preview: { port: 0, host: '127.0.0.1' },
})
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-frame-rate-limit',
    '--disable-gpu-vsync',
  ],
})
try {
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } })
  page.on('pageerror', (error) => {
    throw error
  })
  await page.goto(server.resolvedUrls!.local[0]!)
  await page.locator('[data-ready]').waitFor({ state: 'attached' })
  const results: { readonly ours: Figures; readonly example: Figures }[] = []
  for (let round = 0; round <= rounds; round++) {
    const isOursFirst = round % 2 === 0
    const first = await measure(page, isOursFirst ? 'ours' : 'example')
    const second = await measure(page, isOursFirst ? 'example' : 'ours')
    // The first round warms both up.
    if (round > 0) results.push(isOursFirst ? { ours: first, example: second } : { ours: second, example: first })
  }
  const report = (what: string, of: (figures: Figures) => number) =>
    reportRow({
      what: `a table of ${rowCount} rows against TanStack's example: ${what}`,
      value: median(results.map(({ ours, example }) => of(ours) / of(example))),
      bar: { atMost: limit },
      figures: `${median(results.map(({ ours }) => of(ours))).toFixed(1)} / ${median(results.map(({ example }) => of(example))).toFixed(1)} ms`,
    })
  report('first rows painted', ({ drawMs }) => drawMs)
  report('sorted by the amount, from the click to the rows', ({ sortMs }) => sortMs)
  report('scrolled by most of a page, a frame', ({ scrollMs }) => scrollMs)
  reportRow({
    what: 'rows in the page, with the example beside it',
    value: results[0]!.ours.rows,
    digits: 0,
    figures: `the example ${results[0]!.example.rows}`,
  })
} finally {
  await browser.close()
  await server.close()
  await rm(outDir, { recursive: true, force: true })
}

function measure(page: Page, kind: TableKind): Promise<Figures> {
  return page.evaluate(
    async ([which, count, frameCount]) => {
      const drawMs = await window.tablePage.mount(which, count)
      const sortMs = await window.tablePage.sort('Net Amount')
      const scrollMs = await window.tablePage.scroll(frameCount)
      const rows = window.tablePage.drawn()
      window.tablePage.unmount()
      return { drawMs, sortMs, scrollMs, rows }
    },
    [kind, rowCount, frames] as const,
  )
}

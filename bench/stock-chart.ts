// The stock chart against the charting library alone: same library, same bars, no React, no levels, no indicators. Both
// are in one page of one browser and take turns; medians of the ratios of the rounds. Source: docs/rules/interface.md,
// "Chart budgets".
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { findChromium } from '../scripts/set-up/find-chromium.mjs'
import { reportRow } from './support/report-row.ts'

const rounds = 7
const frames = 60
const root = fileURLToPath(new URL('../packages/charts/harness', import.meta.url))

interface Parts {
  readonly indicators: number
  readonly drawings: number
  /** Lines of orders and of a position, with their labels. */
  readonly lines?: number
}

interface Bench {
  mount(kind: 'ours' | 'bare', count: number, parts: Parts): Promise<number>
  unmount(): void
  pan(frames: number): Promise<number>
  crosshair(frames: number): Promise<number>
  append(bars: number): Promise<number>
  showLast(bars: number): Promise<void>
  saveAndLoad(): Promise<number>
}
declare const window: {
  readonly bench: Bench
  readonly gc: () => void
  readonly performance: { readonly memory: { readonly usedJSHeapSize: number } }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

interface Figures {
  readonly paint: number
  readonly pan: number
  readonly crosshair: number
}

async function measure(page: Page, kind: 'ours' | 'bare', parts: Parts): Promise<Figures> {
  return await page.evaluate(
    async ([which, asked, frameCount]) => {
      const paint = await window.bench.mount(which, 5_000, asked)
      await window.bench.pan(20)
      const pan = await window.bench.pan(frameCount)
      const crosshair = await window.bench.crosshair(frameCount)
      window.bench.unmount()
      return { paint, pan, crosshair }
    },
    [kind, parts, frames] as const,
  )
}

/** Returns medians of ours / bare over the rounds, after one warm-up round. */
async function compare(
  page: Page,
  parts: Parts,
): Promise<Figures & { readonly barePaint: number; readonly barePan: number }> {
  const results: { ours: Figures; bare: Figures }[] = []
  for (let round = 0; round <= rounds; round++) {
    const isOursFirst = round % 2 === 0
    const first = await measure(page, isOursFirst ? 'ours' : 'bare', parts)
    const second = await measure(page, isOursFirst ? 'bare' : 'ours', parts)
    if (round > 0) results.push(isOursFirst ? { ours: first, bare: second } : { ours: second, bare: first })
  }
  const ratio = (name: keyof Figures) => median(results.map(({ ours, bare }) => ours[name] / bare[name]))
  return {
    paint: ratio('paint'),
    pan: ratio('pan'),
    crosshair: ratio('crosshair'),
    barePaint: median(results.map(({ bare }) => bare.paint)),
    barePan: median(results.map(({ bare }) => bare.pan)),
  }
}

async function fitted(page: Page): Promise<number> {
  const ratios = []
  for (let round = 0; round < rounds; round++) {
    ratios.push(
      await page.evaluate(async (frameCount) => {
        await window.bench.mount('ours', 5_000, { indicators: 2, drawings: 0 })
        await window.bench.showLast(250)
        await window.bench.pan(20)
        const near = await window.bench.pan(frameCount)
        await window.bench.showLast(5_000)
        await window.bench.pan(20)
        const far = await window.bench.pan(frameCount)
        window.bench.unmount()
        return far / near
      }, frames),
    )
  }
  return median(ratios)
}

async function appending(page: Page): Promise<number> {
  const one = (count: number) =>
    page.evaluate(async (bars) => {
      await window.bench.mount('ours', bars, { indicators: 0, drawings: 0 })
      await window.bench.append(5)
      const each = await window.bench.append(30)
      window.bench.unmount()
      return each
    }, count)
  const ratios = []
  for (let round = 0; round < rounds; round++) ratios.push((await one(50_000)) / (await one(5_000)))
  return median(ratios)
}

async function saving(page: Page): Promise<number> {
  const ratios = []
  for (let round = 0; round < rounds; round++) {
    ratios.push(
      await page.evaluate(async () => {
        const paint = await window.bench.mount('bare', 5_000, { indicators: 0, drawings: 0 })
        window.bench.unmount()
        await window.bench.mount('ours', 5_000, { indicators: 2, drawings: 50 })
        const both = await window.bench.saveAndLoad()
        window.bench.unmount()
        return both / paint
      }),
    )
  }
  return median(ratios)
}

/** Opens and closes our chart `cycles` times and returns the remaining heap. */
async function heapAfter(page: Page, cycles: number): Promise<number> {
  return await page.evaluate(async (count) => {
    for (let cycle = 0; cycle < count; cycle++) {
      await window.bench.mount('ours', 5_000, { indicators: 2, drawings: 10 })
      await window.bench.pan(5)
      window.bench.unmount()
      await new Promise((resolve) => {
        setTimeout(resolve, 300)
      })
    }
    window.gc()
    return window.performance.memory.usedJSHeapSize
  }, cycles)
}

async function heapGrowth(page: Page): Promise<number> {
  const early = await heapAfter(page, 2)
  return (await heapAfter(page, 20)) / early
}

/** Returns the gzipped bytes of an entry with its imports except React, minified like the production build. */
async function bundleBytes(code: string): Promise<number> {
  const outDir = await mkdtemp(join(tmpdir(), 'chart-bundle-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      resolve: { conditions: ['source'] },
      plugins: [
        react(),
        {
          name: 'entry',
          resolveId: (id) => (id === 'virtual:entry' ? join(root, 'bundle-entry.ts') : undefined),
          load: (id) => (id === join(root, 'bundle-entry.ts') ? code : undefined),
        },
      ],
      build: {
        outDir,
        emptyOutDir: true,
        modulePreload: false,
        rolldownOptions: { input: 'virtual:entry', external: [/^react/], preserveEntrySignatures: 'strict' },
      },
    })
    const files = (await readdir(join(outDir, 'assets'))).filter((name) => name.endsWith('.js'))
    const sizes = await Promise.all(
      files.map(async (name) => gzipSync(await readFile(join(outDir, 'assets', name))).length),
    )
    return sizes.reduce((sum, size) => sum + size, 0)
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

const pages = await mkdtemp(join(tmpdir(), 'chart-bench-'))
const shared = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'error' } as const
await build({
  ...shared,
  build: { outDir: pages, emptyOutDir: true, rolldownOptions: { input: join(root, 'bench.html') } },
})
const server = await preview({ ...shared, build: { outDir: pages }, preview: { port: 0, host: '127.0.0.1' } })
const browser = await chromium.launch({
  ...(findChromium() ? { executablePath: findChromium()! } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-frame-rate-limit',
    '--disable-gpu-vsync',
    '--enable-precise-memory-info',
    '--js-flags=--expose-gc',
  ],
})
try {
  const page = await browser.newPage({ viewport: { width: 930, height: 700 } })
  page.on('pageerror', (error) => {
    throw error
  })
  await page.goto(`${server.resolvedUrls!.local[0]}bench.html`)
  await page.locator('[data-ready]').waitFor({ state: 'attached' })
  const usual = await compare(page, { indicators: 2, drawings: 0 })
  const full = await compare(page, { indicators: 6, drawings: 50 })
  const drawn = await compare(page, { indicators: 0, drawings: 200 })
  const lined = await compare(page, { indicators: 2, drawings: 0, lines: 20 })
  const library = await bundleBytes(
    `import { init, dispose, registerOverlay, registerIndicator, registerYAxis, utils } from 'klinecharts'\nexport { init, dispose, registerOverlay, registerIndicator, registerYAxis, utils }`,
  )
  const route = await bundleBytes(`export * from '../src/stock.ts'`)
  const rows: readonly (readonly [string, number, number])[] = [
    ['first paint, 2 indicators + 3 levels', usual.paint, 2],
    ['pan frame, 2 indicators + 3 levels', usual.pan, 2.3],
    ['pan frame, 6 indicators + 50 drawings', full.pan, 3.2],
    ['pan frame, 200 drawings', drawn.pan, 1.8],
    [
      'crosshair move, worst of the above and below',
      Math.max(...[usual, full, drawn, lined].map(({ crosshair }) => crosshair)),
      2.2,
    ],
    ['pan frame, 5,000 bars fitted against 250', await fitted(page), 5],
    ['append at 50,000 bars against 5,000', await appending(page), 1.3],
    ['save + load of 50 drawings against a bare first paint', await saving(page), 0.25],
    ['heap after 22 open/close cycles against 2', await heapGrowth(page), 1.25],
    ['chart route JavaScript (gzip) against the library', route / library, 1.3],
    ['pan frame, 2 indicators + 3 levels + 20 order and position lines', lined.pan, 3.2],
  ]
  const figures = new Map([
    [rows[0]![0], `bare ${usual.barePaint.toFixed(1)} ms, medians of ${rounds} rounds`],
    [rows[1]![0], `bare ${usual.barePan.toFixed(2)} ms`],
    [rows[4]![0], [usual, full, drawn, lined].map((each) => each.crosshair.toFixed(2)).join(', ')],
    [rows[9]![0], `${route} / ${library} bytes`],
  ])
  for (const [name, ratio, limit] of rows)
    reportRow({
      what: `stock chart against the bare library: ${name}`,
      value: ratio,
      bar: { atMost: limit },
      figures: figures.get(name) ?? '',
    })
} finally {
  await browser.close()
  await server.close()
  await rm(pages, { recursive: true, force: true })
}

// Opens the chart harness in a real, headless Chromium for the browser tests. Everything stays on 127.0.0.1 and on free
// ports.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { build, preview } from 'vite'

const switches = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Prefers the full browser: the headless shell puts a pointer on the corner of each page, where the chart is. */
function findChromium(): string {
  const found = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find(
    (path) => path !== undefined && existsSync(path),
  )
  return found ?? chromium.executablePath()
}

export interface Harness {
  /**
   * Opens a new page with the chart selected by `query`; errors on the page are collected in `problems`, which fail the
   * test.
   */
  readonly open: (query: string, size?: { readonly width: number; readonly height: number }) => Promise<Page>
  readonly problems: string[]
  readonly close: () => Promise<void>
}

export async function openHarness(): Promise<Harness> {
  const outDir = mkdtempSync(join(tmpdir(), 'charts-harness-'))
  const configFile = fileURLToPath(new URL('../../harness/vite.config.ts', import.meta.url))
  // One file instead of hundreds of modules, which every page would load again. It is still React's development build,
  // whose StrictMode mounts twice.
  process.env['NODE_ENV'] = 'development'
  const shared = {
    configFile,
    mode: 'development',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, minify: false },
  } as const
  await build(shared)
  const server = await preview({ ...shared, preview: { port: 0, host: '127.0.0.1' } })
  const address = server.resolvedUrls?.local[0]
  if (address === undefined) throw new Error('the harness has no address')
  const browser: Browser = await chromium.launch({ executablePath: findChromium(), args: switches })
  // The charts keep nothing in the browser, so all pages share its cache of files and compiled code.
  const context = await browser.newContext()
  const problems: string[] = []
  return {
    problems,
    open: async (query, size = { width: 930, height: 700 }) => {
      const page = await context.newPage()
      await page.setViewportSize(size)
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      await page.goto(`${address}?${query}`)
      await page.waitForFunction(() => document.querySelector('[data-ready]') !== null)
      // The headless shell begins with a pointer on the corner of the page, where a chart would show what is below it.
      await page.mouse.move(size.width + 50, size.height + 50)
      return page
    },
    close: async () => {
      await browser.close()
      await server.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}

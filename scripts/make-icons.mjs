// `node scripts/make-icons.mjs`: draws the icons of the installed application from `favicon.svg`, after the mark has
// changed. The pictures are committed, so that a build needs no browser.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from './set-up/find-chromium.mjs'

const folder = new URL('../packages/web/public/', import.meta.url)

/**
 * The share of the side that the mark takes: systems cut a maskable icon down to a circle of 80 % of the side, and
 * iOS shows an icon without transparency.
 */
const icons = [
  { name: 'icon-192.png', side: 192, share: 0.92, ground: 'transparent' },
  { name: 'icon-512.png', side: 512, share: 0.92, ground: 'transparent' },
  { name: 'maskable-192.png', side: 192, share: 0.56, ground: '#FFFFFF' },
  { name: 'maskable-512.png', side: 512, share: 0.56, ground: '#FFFFFF' },
  { name: 'apple-touch-icon.png', side: 180, share: 0.68, ground: '#FFFFFF' },
]

const mark = await readFile(new URL('favicon.svg', folder), 'utf8')
const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
try {
  for (const { name, side, share, ground } of icons) {
    const page = await browser.newPage({ viewport: { width: side, height: side } })
    const drawn = Math.round(side * share)
    await page.setContent(
      `<style>body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${ground} }
       svg { width: ${drawn}px; height: ${drawn}px }</style>${mark}`,
    )
    const picture = await page.screenshot({ omitBackground: true })
    await writeFile(fileURLToPath(new URL(`icons/${name}`, folder)), picture)
    await page.close()
  }
} finally {
  await browser.close()
}

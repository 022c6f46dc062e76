// The first hour with a clock, as the README and the guide on the dashboard lead through it: clone, `npm start`, signed
// in, account, chart, a paper order with its stop loss, member, contribution, statement. Chromium does the steps without
// the time that a person reads and types. Only recorded: it depends on the machine and on the line to the registry.
// `--here` starts this checkout as it is, instead of a clone.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { chromium, expect, type Page } from '@playwright/test'
import { accountsScreen } from '../e2e/screens/accounts-screen.ts'
import { fundScreen } from '../e2e/screens/fund-screen.ts'
import { enterPassword, people } from '../e2e/support/sign-in.ts'
import { findChromium } from '../scripts/set-up/find-chromium.mjs'
import { freePort } from './support/free-port.ts'
import { reportRow } from './support/report-row.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values: wishes } = parseArgs({ options: { here: { type: 'boolean', default: false } } })
/** A busy machine is not a finding. */
const patienceMs = 120_000
const code = 'SPY'

const folder = await mkdtemp(join(tmpdir(), 'clubfolio-first-hour-'))
const laps: { readonly what: string; readonly seconds: number }[] = []
const beganMs = performance.now()
let lapMs = beganMs
let child: ChildProcess | undefined
try {
  const origin = await start()
  await walk(origin)
} finally {
  if (child && child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  await rm(folder, { recursive: true, force: true })
}
for (const { what, seconds } of laps) reportRow({ what, value: seconds, unit: 's', digits: 1 })
process.exit()

/** Ends a lap; the next one begins. */
function lap(what: string): void {
  const nowMs = performance.now()
  laps.push({ what, seconds: (nowMs - lapMs) / 1000 })
  lapMs = nowMs
}

function sinceStart(what: string): void {
  const load = loadavg()[0]?.toFixed(1)
  const begun = wishes.here ? 'start' : 'clone'
  laps.push({
    what: `${begun} to ${what}, all steps together (load ${load})`,
    seconds: (performance.now() - beganMs) / 1000,
  })
}

/** Returns the address, once the first response has come. */
async function start(): Promise<string> {
  const clone = wishes.here ? root : join(folder, 'clone')
  if (!wishes.here) await promisify(execFile)('git', ['clone', '--quiet', `file://${root}`, clone])
  const port = await freePort()
  child = spawn('npm', ['start'], {
    cwd: clone,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      PAPER_PORT: String(await freePort()),
      CLUBFOLIO_DATA: join(folder, 'data'),
      CLUBFOLIO_DEMO: 'people',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout! })) {
    const found = /First answer after [\d.]+ s, of which set-up [\d.]+ s/.exec(line)?.[0]
    if (found === undefined) continue
    lap(`${wishes.here ? '`npm start`' : 'clone and `npm start`'} to the first response (${found})`)
    child.stdout!.resume()
    return `http://127.0.0.1:${port}`
  }
  throw new Error('npm start ended before it answered.')
}

async function walk(origin: string): Promise<void> {
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(patienceMs)
  try {
    await signIn(page, origin)
    lap('signed in, the dashboard with its lists and the first steps')
    sinceStart('signed-in dashboard')
    await step(page, 'Link an account')
    const popup = await accountsScreen(page).startLinking()
    await popup.register('first')
    await Promise.all([popup.page.waitForEvent('close'), popup.allow()])
    await accountsScreen(page).rows.first().waitFor()
    lap('a paper account linked')
    await page.getByRole('combobox', { name: 'Search company' }).fill(code)
    await page
      .getByRole('option', { name: new RegExp(`^${code}`) })
      .first()
      .click()
    await page.locator('canvas').first().waitFor()
    lap('a company found, its chart')
    await placeOrder(page)
    lap('a paper order with its stop loss accepted')
    sinceStart('first paper trade')
    await nextStep(page, 'Add a member')
    const fund = fundScreen(page)
    await fund.addMember({ firstName: 'Ann', lastName: 'Keller', phone: '2125550141' })
    lap('a member added')
    await nextStep(page, 'Record a contribution')
    await fund.record({
      member: { search: 'kell', shown: 'Keller, Ann' },
      amount: '25000',
      description: 'Founding member',
    })
    await page.getByText('Contribution recorded.').waitFor()
    lap('their contribution recorded')
    await nextStep(page, 'Create a statement')
    await page.getByRole('button', { name: 'Statements', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /Capital account statement/ })
    await dialog.getByText('Closing balance').waitFor()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download PDF' }).click()
    await download
    lap('their statement as PDF')
    sinceStart('first statement')
    await page.goto(`${origin}/dashboard`)
    await page.getByRole('table', { name: 'Top Winners' }).locator('tbody tr').first().waitFor()
    await expect(page.getByText('First steps')).toHaveCount(0, { timeout: patienceMs })
  } catch (error) {
    await page.screenshot({ path: join(tmpdir(), 'first-hour-failed.png') })
    throw error
  } finally {
    await browser.close()
  }
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth`)
  await enterPassword(page, people.manager)
  await page.getByText('Code received').waitFor()
  const outbox = await (await fetch(`${origin}/outbox`, { headers: { accept: 'text/html' } })).text()
  await page.keyboard.type(/Your Clubfolio code is (\d{6})/.exec(outbox)?.[1] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('table', { name: 'Top Winners' }).locator('tbody tr').first().waitFor()
}

/** Presses the button of the step, which the open guide offers. */
async function step(page: Page, action: string): Promise<void> {
  await page.getByRole('region', { name: 'First steps' }).getByRole('link', { name: action }).click()
}

/** Goes back to the dashboard by the menu and on to the next step. */
async function nextStep(page: Page, action: string): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.getByRole('button', { name: /^First steps · / }).click()
  await step(page, action)
}

async function placeOrder(page: Page): Promise<void> {
  await nextStep(page, 'Open the orders')
  await page.getByRole('button', { name: 'Put order' }).first().click()
  const ticket = page.getByRole('dialog', { name: /^Put order/ })
  await ticket.getByLabel('Code').fill(code)
  await ticket.getByLabel('Qty', { exact: true }).fill('10')
  await ticket.getByRole('combobox', { name: 'Type', exact: true }).click()
  await page.getByRole('option', { name: 'Market', exact: true }).click()
  const last = ticket.getByLabel('Quote').locator('div').filter({ hasText: 'Last' }).locator('dd')
  await expect(last).toContainText('$', { timeout: patienceMs })
  const price = Number((await last.innerText()).replace(/[^\d.]/g, ''))
  await ticket.getByRole('textbox', { name: 'Stop Loss' }).fill((price * 0.98).toFixed(2))
  await ticket.getByRole('button', { name: 'Review order' }).click()
  await ticket.getByRole('button', { name: 'Put long order' }).click()
  await expect(page.getByText(/Order \d+ to buy 10 SPY/).first()).toBeVisible({ timeout: patienceMs })
}

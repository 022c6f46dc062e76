// The Transactions screen in a browser: turning a page and requesting all rows, with 100,000 transactions against
// 1,000. Promises: a page takes at most twice as long; all rows, a hundred times as many, at most twelve times; and the
// page never holds more rows than are visible. Prints the ratios.
import { chromium, type Page } from '@playwright/test'
import { connect } from '../packages/server/src/db/connect.ts'
import { findRunningUrl } from '../packages/server/src/db/embedded/running-url.ts'
import { accountsScreen } from '../e2e/screens/accounts-screen.ts'
import { startProduct } from '../e2e/support/product.ts'
import { people, signIn } from '../e2e/support/sign-in.ts'
import { findChromium } from '../scripts/set-up/find-chromium.mjs'
import { median } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const few = 1_000
const many = 100_000
const rounds = 7
const limits = { page: 2, all: 12, rows: 120 }

// Real time: the measurement runs from a click to the rows it brings.
const product = await startProduct({ environment: { CLUBFOLIO_NOW: '' } })
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, product, people.manager)
  await page.goto(`${product.origin}/account`)
  const accounts = accountsScreen(page)
  const popup = await accounts.startLinking()
  await popup.register('bench')
  await popup.allow()
  await accounts.rows.first().waitFor()
  const { db, pool, close } = connect((await findRunningUrl(product.dataDirectory, 'clubfolio'))!, () => undefined)
  const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const book = (from: number, to: number) =>
    pool.query(
      `insert into account_transaction (account_id, broker_id, occurred_at, day, kind, description, symbol, asset_type, quantity, price, net_amount_cents, order_id)
       select $1, (70000000000 + n)::text, timestamptz '2016-01-04 15:00Z' + n * interval '45 minutes', date '2016-01-04' + n / 32, 'TRADE', 'Bought ' || n % 900 || ' OSTV at 388.0' || n % 10,
         null, null, null, null, -(n % 900 + 1) * 38802, (80000000000 + n)::text
       from generate_series($2::int, $3::int) n`,
      [id, from, to],
    )
  await book(1, few)
  const small = await measure(page)
  await book(few + 1, many)
  await pool.query('vacuum analyze account_transaction')
  const large = await measure(page)
  await close()
  const ratio = { page: large.pageMs / small.pageMs, all: large.allMs / small.allMs }
  reportRow({
    what: 'Transactions screen, click to rows: next page of 100,000 against 1,000',
    value: ratio.page,
    bar: { atMost: limits.page },
    figures: `${large.pageMs.toFixed(0)} ms / ${small.pageMs.toFixed(0)} ms`,
  })
  reportRow({
    what: 'Transactions screen, click to rows: all 100,000 against all 1,000',
    value: ratio.all,
    bar: { atMost: limits.all },
    figures: `${large.allMs.toFixed(0)} ms / ${small.allMs.toFixed(0)} ms`,
  })
  reportRow({
    what: 'Transactions screen: rows in the page with all 100,000',
    value: large.rows,
    digits: 0,
    bar: { atMost: limits.rows },
  })
} finally {
  await browser.close()
  await product.stop()
}

/** Returns medians from the click to a different first row, and the rows in the page when all are selected. */
async function measure(page: Page): Promise<{ pageMs: number; allMs: number; rows: number }> {
  const times = { page: [] as number[], all: [] as number[] }
  let rows = 0
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${product.origin}/transaction`)
    await page.getByRole('table', { name: 'Transactions' }).locator('tbody strong').nth(29).waitFor()
    times.page.push(await clickUntilOther(page, 'Next page'))
    times.all.push(await clickUntilOther(page, 'All'))
    rows = await page.locator('tbody strong').count()
  }
  return { pageMs: median(times.page), allMs: median(times.all), rows }
}

/** Clicks a button and counts the milliseconds until the first row differs, frame by frame inside the page. */
async function clickUntilOther(page: Page, name: string): Promise<number> {
  // As text: the compiler of this file would add helpers to the function that the page does not have.
  return page.evaluate(`new Promise((resolve) => {
    const first = () => document.querySelector('tbody strong')?.textContent ?? ''
    const before = first()
    const button = [...document.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === ${JSON.stringify(name)} || one.textContent === ${JSON.stringify(name)})
    const startMs = performance.now()
    button.click()
    const watch = () => (first() !== '' && first() !== before ? resolve(performance.now() - startMs) : requestAnimationFrame(watch))
    watch()
  })`)
}

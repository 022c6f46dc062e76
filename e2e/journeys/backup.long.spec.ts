// A year of a club is backed up while the product runs and restored on another machine, which here is another folder:
// the same figures on the screen, and the brokerage continues without a new consent. Source: docs/rules/promises.md,
// "Books and data".
import { execFile } from 'node:child_process'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { fundScreen } from '../screens/fund-screen.ts'
import { clientOf, userOf } from '../support/client-of.ts'
import { makeEmptyFolder } from '../support/template.ts'
import { startProduct, type Product } from '../support/product.ts'
import { people, signIn, startBrowserClock } from '../support/sign-in.ts'
import { expect, test } from '../support/timed-test.ts'

const programs = fileURLToPath(new URL('../../packages/server/dist/', import.meta.url))
const environment = { CLUBFOLIO_DEMO: 'club', CLUBFOLIO_MARKET_INSTRUMENTS: '60' }

test('a backup of the demonstration, taken while it runs, comes back with the same figures and goes on', async ({
  page,
  context,
}) => {
  test.setTimeout(420_000)
  await startBrowserClock(context)
  const first = await startProduct({ isFirstStart: true, environment })
  await signIn(page, first, people.manager)
  const before = await figures(page, first)
  const file = join(first.dataDirectory, 'club.backup')
  expect(await run('backup', [file], first.dataDirectory)).toContain('5 members')
  await first.end()

  const folder = join(await makeEmptyFolder(), 'data')
  await expect(run('restore', [file], folder)).rejects.toThrow(/sealed with a key that a backup never holds/)
  await mkdir(folder)
  await copyFile(join(first.dataDirectory, 'secret.key'), join(folder, 'secret.key'))
  expect(await run('restore', [file], folder)).toContain('Restored the backup of 2026-03-04')
  await rm(first.dataDirectory, { recursive: true })

  const second = await startProduct({ dataDirectory: folder, environment })
  await signIn(page, second, people.manager)
  expect(await figures(page, second)).toEqual(before)
  const user = await userOf(page)
  const client = clientOf(second, user)
  const [account] = await client.account.viewMyAccount({ params: { userId: user.id } })
  // The short-lived access token was not backed up; the refresh token gets a new one.
  await client.account.syncNow({ body: { accountId: account!.id } })
  expect((await client.fund.findBooks({ params: { accountId: account!.id } })).unmatchedMovements).toEqual([])
  await second.stop()
})

async function figures(page: Page, product: Product): Promise<unknown> {
  await page.goto(`${product.origin}/account-mapping`)
  const fund = fundScreen(page)
  await expect(fund.participations.locator('tbody tr')).toHaveCount(6)
  // Placeholders are rows too.
  await expect(fund.participations.locator('tbody')).toContainText('Unallocated')
  return {
    rows: await fund.rows(),
    value: await fund.figure('Fund value'),
    unitValue: await fund.figure('Unit value'),
    outside: await fund.figure('Cash outside'),
  }
}

async function run(program: 'backup' | 'restore', args: readonly string[], dataDirectory: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(programs, `${program}.js`), ...args], {
    env: { PATH: process.env['PATH'], CLUBFOLIO_DATA: dataDirectory, CLUBFOLIO_NOW: '2026-03-04T15:00:00Z' },
  })
  return stdout
}

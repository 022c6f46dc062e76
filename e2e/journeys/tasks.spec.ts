// Long work as people meet it: a running task is live in the top bar, the Task page keeps its outcome, work is
// cancelled there, and what happens in one browser is visible in another immediately. Over our own socket, and over a
// STOMP broker where one is configured. Source: docs/rules/wire.md, "Push messages"; docs/rules/trading.md, "Tasks".
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { startStompBroker } from '../../packages/server/src/testing/stomp-broker.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, shareProduct, test } from '../support/journey.ts'
import type { Product } from '../support/product.ts'

test.use({ role: 'administrator' })

let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-tasks-'))
  for (const name of ['large.csv', 'another-large.csv']) await writeFile(join(folder, name), prices(800, 1_000))
  await writeFile(join(folder, 'small.csv'), prices(2, 50))
  const packed = gzipSync(prices(20, 200))
  await writeFile(join(folder, 'damaged.csv.gz'), packed.subarray(0, packed.length - 2_000))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

/** Daily bars of invented symbols. */
function prices(symbols: number, days: number): string {
  const rows = ['symbol,date,open,high,low,close,volume']
  for (let symbol = 0; symbol < symbols; symbol++) {
    for (let day = 0; day < days; day++)
      rows.push(
        `T${symbol},${new Date(Date.UTC(2020, 0, 1) + day * 86_400_000).toISOString().slice(0, 10)},10,12,9,11,${1_000 + day}`,
      )
  }
  return `${rows.join('\n')}\n`
}

async function chooseFile(page: Page, product: Product, name: string): Promise<void> {
  await page.goto(`${product.origin}/market`)
  const imports = page.getByRole('list', { name: 'Imports' })
  // Its button appears before its content.
  await expect(imports.getByRole('listitem').first().or(page.getByText('Nothing imported yet'))).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(join(folder, name))
  await page.getByRole('button', { name: 'Upload and import' }).click()
  await expect(imports).toContainText(name)
}

async function openTopBar(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.origin}/page-not-found`)
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible()
}

const tasks = (page: Page) => page.getByRole('button', { name: /^Tasks/ })
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Tasks' }).locator('tbody tr').filter({ hasText: name })

test.describe('by our own socket', () => {
  // What is imported here changes the market of every screen.
  shareProduct()

  test('an import is live in the top bar, is cancelled on the Task page and stays in its history with what became of it', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.origin}/task`)
    await expect(page.getByRole('heading', { name: 'Tasks', exact: true })).toBeVisible()

    await chooseFile(page, product, 'large.csv')
    await expect(tasks(page)).toHaveAccessibleName('Tasks, 1')
    await tasks(page).click()
    const bar = page.getByRole('dialog', { name: 'Tasks' }).getByRole('progressbar', { name: 'Import large.csv' })
    await expect(bar).toBeVisible()
    // It moves without polling: the page's clock does not advance.
    const before = Number(await bar.getAttribute('aria-valuenow'))
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(before)
    await page.getByRole('link', { name: 'All tasks' }).click()
    await expect(page).toHaveURL(`${product.origin}/task`)

    const running = row(page, 'Import large.csv')
    await expect(running).toContainText('Running')
    await running.getByRole('button', { name: 'Cancel Import large.csv' }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('Nothing is left half-written.')
    await question.getByRole('button', { name: 'Cancel the task' }).click()
    await expect(running).toContainText('Cancelled')
    await expect(running).toContainText('Nothing of this file was stored.')
    await expect(tasks(page)).toHaveAccessibleName('Tasks')

    await page.goto(`${product.origin}/market`)
    await expect(page.getByRole('list', { name: 'Imports' })).toContainText(
      'Cancelled. Nothing of this file was stored.',
    )
    await expect(
      page.getByRole('table', { name: 'Sources' }).locator('tbody tr').filter({ hasText: 'Imported' }),
    ).toContainText('0')
  })

  test('what failed says why in plain words, and the history shows one status alone', async ({ page, product }) => {
    await chooseFile(page, product, 'damaged.csv.gz')
    await page.goto(`${product.origin}/task`)
    await expect(row(page, 'Import damaged.csv.gz')).toContainText('The file could not be read to its end')
    await chooseFile(page, product, 'small.csv')
    await page.goto(`${product.origin}/task`)
    await expect(row(page, 'Import small.csv')).toContainText('Completed')
    await page.getByText('Failed', { exact: true }).first().click()
    await expect(page).toHaveURL(/status=FAILED/)
    await expect(row(page, 'Import small.csv')).toHaveCount(0)
    await expect(row(page, 'Import damaged.csv.gz')).toHaveCount(1)
    await expectAccessible(page, 'failed tasks')
    await page.getByText('Running', { exact: true }).first().click()
    await expect(page.getByText('No running task')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByText("Everybody's", { exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'For' })).toBeVisible()
    await expect(row(page, 'Import small.csv')).toContainText('Alan Brooks')
  })

  test('what happens in one browser is seen in another at once', async ({
    page,
    product,
    person,
    openAs,
    signInElsewhere,
  }) => {
    await openTopBar(page, product)
    const other = await openAs({ user: await signInElsewhere(person) })
    await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveAccessibleName('Notifications, 1')
    await chooseFile(other, product, 'another-large.csv')
    await expect(tasks(page)).toHaveAccessibleName('Tasks, 1')
    await page.goto(`${product.origin}/task`)
    await row(page, 'Import another-large.csv').getByRole('button', { name: 'Cancel Import another-large.csv' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the task' }).click()
    await expect(tasks(other)).toHaveAccessibleName('Tasks')
    await expect(
      other.getByRole('list', { name: 'Imports' }).getByRole('listitem').filter({ hasText: 'another-large.csv' }),
    ).toContainText('Cancelled')
  })
})

test.describe(() => {
  const [server, listener] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')]
  const rights = [
    { login: 'server', passcode: server, mayPublish: true, mayHear: /^$/ },
    { login: 'browser', passcode: listener, mayPublish: false, mayHear: /^\/topic\/clubfolio\.[\w-]{43}$/ },
  ]
  let broker: Awaited<ReturnType<typeof startStompBroker>>

  test.beforeAll(async () => {
    broker = await startStompBroker(rights)
  })
  shareProduct(() => ({
    environment: {
      PUSH_STOMP_URL: broker.url,
      PUSH_STOMP_LOGIN: 'server',
      PUSH_STOMP_PASSCODE: server,
      PUSH_STOMP_BROWSER_LOGIN: 'browser',
      PUSH_STOMP_BROWSER_PASSCODE: listener,
    },
  }))
  test.afterAll(() => broker.stop())

  test('the same by a STOMP broker, also after it was away', async ({ page, product, person, signInElsewhere }) => {
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await openTopBar(page, product)
    await expect.poll(() => sockets).toContain(broker.url)
    await signInElsewhere(person)
    await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveAccessibleName('Notifications, 1')
    expect(sockets.filter((url) => url.includes('/ws/push'))).toEqual([])

    const port = Number(new URL(broker.url).port)
    await broker.stop()
    await signInElsewhere(person)
    broker = await startStompBroker(rights, port)
    // The page waits before it reconnects, by its own clock.
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000)
        return page.getByRole('button', { name: /^Notifications/ }).getAttribute('aria-label')
      })
      .toBe('Notifications, 2')
  })
})

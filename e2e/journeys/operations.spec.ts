// Operations: open positions with their totals, the graph of a code, auto refresh, and a position whose stop is gone.
// Source: docs/rules/trading.md, "Operations".
import type { Page } from '@playwright/test'
import { accountInView } from '../screens/account-in-view.ts'
import { ordersScreen } from '../screens/orders-screen.ts'
import { expectAccessible } from '../support/accessible.ts'
import { cell } from '../support/cell.ts'
import { mendAndRetry } from '../support/failing-call.ts'
import { expect, shareProduct, test, type Person } from '../support/journey.ts'
import { linkDemonstrationLogin } from '../support/link-account.ts'
import type { Product } from '../support/product.ts'
import { enterSession } from '../support/sign-in.ts'

// One person holds the demonstration's account of the brokerage. The journeys' changes to it accumulate in order: stops
// disappear, another account opens, a position is bought, columns are hidden.
shareProduct()
test.use({ role: 'manager', personFrom: 'demonstration' })

/** Links the account unless an earlier journey has, and lets it be read with its orders. */
async function linkDemonstration(product: Product, person: Person): Promise<void> {
  if ((await person.client.account.viewMyAccount({ params: { userId: person.id } })).length > 0) return
  await linkDemonstrationLogin(person)
  await product.moveClock(later(product, 60))
}

const later = (product: Product, seconds: number) => new Date(Date.parse(product.now) + seconds * 1_000).toISOString()

/** Calls the server as the page's user, for actions that belong to another screen. */
const call = <Answer>(page: Page, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async ({ method: verb, path: to, body: content }) => {
      const { token } = JSON.parse(localStorage.getItem('user')!) as { token: string }
      const answer = await fetch(`/v1/api/${to}`, {
        method: verb,
        headers: { 'content-type': 'application/json', token, 'idempotency-key': crypto.randomUUID() },
        ...(content ? { body: JSON.stringify(content) } : {}),
      })
      if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as never
    },
    { method, path, body },
  )

const money = (text: string) => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100)

test('positions show cost, value, profit and risk; a stop that is gone is named and placed again by one click', async ({
  page,
  product,
  person,
  another,
}) => {
  await enterSession(page, product, (await another('manager')).user)
  await page.goto(`${product.origin}/operation`)
  await expect(page.getByText('No account', { exact: true })).toBeVisible()
  await linkDemonstration(product, person)
  await enterSession(page, product, person.user)

  // The responses fail; the place shows it and retries on request.
  const findCall = '**/operation/find-open-operation-by-account/**'
  await page.route(findCall, (route) => route.abort())
  await page.goto(`${product.origin}/operation`)
  await expect(page.getByText('The operations could not be loaded')).toBeVisible()
  await mendAndRetry(page, findCall)

  const table = page.getByRole('table', { name: 'Operations' })
  const rows = table.locator('tbody tr')
  await expect(rows).toHaveCount(7)
  await page.getByRole('switch', { name: 'Auto refresh' }).click()
  await expect(page.getByText(/next in/)).toBeHidden()

  // Totals are the sums of the rows above; tints follow the sign of the profit.
  for (const column of ['Investment', 'Float Cap.', 'Real Cap.', 'P/L Open', 'Risk Qty']) {
    const amounts = await cell(rows, column).allInnerTexts()
    const total = await cell(table.locator('tfoot tr'), column).innerText()
    expect(amounts).toHaveLength(7)
    expect(amounts.reduce((sum, amount) => sum + money(amount), 0)).toBe(money(total))
  }
  for (const row of await rows.all()) {
    const profit = money(await cell(row, 'P/L Open').innerText())
    if (profit !== 0) expect(await row.getAttribute('data-tone')).toBe(profit > 0 ? 'profit' : 'loss')
  }
  await expect(rows.filter({ hasText: 'Short' }).first()).toBeVisible()

  await rows
    .first()
    .getByRole('button', { name: /^Graph of/ })
    .click()
  await expect(page.getByRole('dialog', { name: /^Graph/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The stop of the first long position is cancelled elsewhere.
  const number = await accountInView(page).number()
  const orders = await call<
    { orderId: string; code: string | null; orderType: string | null; status: string; instruction: string | null }[]
  >(page, 'POST', 'order/find-orders', {
    enteredFrom: null,
    enteredTo: null,
    closedFrom: null,
    closedTo: null,
    orderType: `'WORKING'`,
    accountNumber: number,
  })
  const long = rows.filter({ hasText: 'Long' }).first()
  const code = await cell(long, 'Code').innerText()
  const held = await cell(long, 'Qty').innerText()
  const stop = orders.find(
    (order) => order.code === code && order.orderType === 'STOP' && order.instruction === 'SELL',
  )!
  await call(page, 'POST', 'order/cancel-order', { accountNumber: number, orderId: stop.orderId })
  await page.reload()
  await expect(page.getByText(`${code} has no stop`)).toBeVisible()
  await expect(rows.filter({ hasText: code })).toContainText('no stop')
  await expectAccessible(page, 'operations with a missing stop')

  await page.getByRole('button', { name: `Repair the protection of ${code}` }).click()
  const plans = page.getByRole('list', { name: 'Proposed repairs' })
  await expect(plans).toContainText(`Sell ${held} ${code} at a stop of $`)
  await expectAccessible(page, 'proposed repairs')
  await page.getByRole('button', { name: `Place stop of ${code}` }).click()
  // The ticket is filled in; only the ticket sends.
  const ticket = page.getByRole('dialog', { name: /^Put order/ })
  await expect(ticket).toContainText(code)
  await ticket.getByRole('button', { name: 'Review order' }).click()
  await ticket.getByRole('button', { name: 'Put sell order' }).click()
  await expect(page.getByText(`${code} has no stop`)).toBeHidden()
  await expect(rows.filter({ hasText: code }).getByRole('img', { name: 'Protected' })).toBeVisible()
})

test('stops for too much and stops with nothing to close are named, and cancelled by one click', async ({
  page,
  product,
  person,
}) => {
  await linkDemonstration(product, person)
  // The response reports half of the first position, and another one entirely, as gone: the result of a sale elsewhere.
  interface Told {
    code: string
    longQuantity: number
    stopLossQty: number
    stopLossPrice: number | null
    protection: string
    coveredQty: number
    repair: unknown
  }
  interface WorkingStop {
    orderId: string
    code: string | null
    orderType: string | null
    instruction: string | null
    price: number
    quantity: number
  }
  let halved = ''
  let gone = ''
  let stops: WorkingStop[] = []
  const stopOf = (code: string) =>
    stops.find((order) => order.code === code && order.orderType === 'STOP' && order.instruction === 'SELL')!
  const firstAnswer = page.waitForResponse('**/operation/find-open-operation-by-account/**')
  await page.goto(`${product.origin}/operation`)
  const before = (await (await firstAnswer).json()) as Told[]
  const [one, other] = before.filter(({ longQuantity }) => longQuantity > 0)
  halved = one!.code
  gone = other!.code
  const number = await accountInView(page).number()
  // Fetched outside of the page, because the page's responses are modified while it loads.
  const token = await page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { token: string }).token)
  const workingStops = async (): Promise<WorkingStop[]> => {
    const body = JSON.stringify({
      enteredFrom: null,
      enteredTo: null,
      closedFrom: null,
      closedTo: null,
      orderType: `'WORKING'`,
      accountNumber: number,
    })
    const answer = await fetch(`${product.origin}/v1/api/order/find-orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body,
    })
    return (await answer.json()) as WorkingStop[]
  }
  stops = await workingStops()
  const isThere = async (orderId: string) => (await workingStops()).some((order) => order.orderId === orderId)
  const rest = Math.floor(one!.longQuantity / 2)
  await page.route('**/operation/find-open-operation-by-account/**', async (route) => {
    const answer = await route.fetch()
    const told = (await answer.json()) as Told[]
    const json = told
      .filter(({ code }) => code !== gone)
      .map((row) => {
        if (row.code !== halved || row.stopLossPrice === null) return row
        return {
          ...row,
          longQuantity: rest,
          coveredQty: rest,
          protection: 'TOO_LARGE',
          repair: {
            cancelOrderIds: [stopOf(halved).orderId],
            place: { directionality: 'SELL', quantity: rest, stopPrice: row.stopLossPrice, priceBasis: 'WORKING_STOP' },
          },
        }
      })
    await route.fulfill({ response: answer, json })
  })
  await page.route('**/operation/find-protection-by-account/**', async (route) => {
    const answer = await route.fetch()
    const told = (await answer.json()) as { orphanedStops: object[] }
    const { orderId, quantity, price } = stopOf(gone)
    const orphan = { orderId, code: gone, instruction: 'SELL', quantity, stopPrice: price }
    await route.fulfill({
      response: answer,
      json: { ...told, orphanedStops: (await isThere(orderId)) ? [orphan] : [] },
    })
  })
  await page.reload()
  await expect(page.getByText(`${halved} has stops for ${one!.longQuantity}, but holds ${rest}`)).toBeVisible()
  await expect(page.getByText(`a stop of ${gone} has nothing to close`)).toBeVisible()
  await expectAccessible(page, 'operations with stops for too much')

  await page.getByRole('button', { name: 'Show repairs' }).click()
  const plans = page.getByRole('list', { name: 'Proposed repairs' })
  await expect(plans).toContainText(`Cancel order ${stopOf(gone).orderId}.`)
  await expect(plans).toContainText(
    `Cancel order ${stopOf(halved).orderId}. Then sell ${rest} ${halved} at a stop of $`,
  )
  await page.getByRole('button', { name: `Cancel stop of ${gone}` }).click()
  await expect(page.getByText(`The stop of ${gone} is cancelled.`)).toBeVisible()
  await expect(page.getByText(`a stop of ${gone} has nothing to close`)).toBeHidden()
  expect(await isThere(stopOf(gone).orderId)).toBe(false)

  await page.getByRole('button', { name: `Place stop of ${halved}` }).click()
  const ticket = page.getByRole('dialog', { name: /^Put order/ })
  await expect(ticket.getByLabel('Qty', { exact: true })).toHaveValue(String(rest))
  expect(await isThere(stopOf(halved).orderId)).toBe(false)
  await page.clock.runFor(1_000)
  await ticket.getByRole('button', { name: 'Review order' }).click()
  await ticket.getByRole('button', { name: 'Put sell order' }).click()
  await expect(
    page.getByText(new RegExp(`Order \\d+ to sell ${rest} ${halved} at a stop of .* is working`)),
  ).toBeVisible()
  // The lists are read again after the order; the changed responses end with the test.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('one account is in view in a tab: every screen and the ticket follow it, and another tab has its own', async ({
  page,
  context,
  product,
  person,
}) => {
  await linkDemonstration(product, person)
  const view = accountInView(page)
  const [{ number: first } = { number: '' }] = await person.client.account.viewMyAccount({
    params: { userId: person.id },
  })
  const { number: second } = await person.client.wallet.create({
    body: { currency: 'USD', type: 'MARGIN', reference: crypto.randomUUID() },
  })
  const ticket = page.getByRole('dialog', { name: /^Put order/ })
  const ticketAccount = ticket.getByLabel('Account', { exact: true })
  const menu = page.getByRole('navigation', { name: 'Main' })

  await page.goto(`${product.origin}/operation`)
  await expect(page.getByRole('table', { name: 'Operations' }).locator('tbody tr')).toHaveCount(7)
  await view.choose(second)
  await expect(page.getByText('No open positions')).toBeVisible()
  await expectAccessible(page, 'the account in view')

  // Across screens and a reload, and into the ticket.
  await menu.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByText('No orders yet')).toBeVisible()
  await page.reload()
  await expect(view.shown).toContainText(second)
  await page.getByRole('heading', { name: 'Orders', level: 1 }).click()
  await page.keyboard.press('b')
  await expect(ticketAccount).toHaveValue(new RegExp(`^${second}`))
  await page.keyboard.press('Escape')
  await menu.getByRole('link', { name: 'Account Mapping' }).click()
  await expect(page.getByRole('combobox', { name: 'Account', exact: true })).toHaveValue(new RegExp(`^${second}`))
  await page.getByRole('combobox', { name: 'Account', exact: true }).click()
  await page.getByRole('option', { name: new RegExp(`^${first}`) }).click()
  await expect(view.shown).toContainText(first)
  await view.choose(second)

  await menu.getByRole('link', { name: 'Comparator' }).click()
  await expect(page.getByRole('button', { name: 'Wallet', exact: true })).toHaveAttribute(
    'title',
    `Account ${second} · Paper`,
  )
  await page.goto(`${product.origin}/static-report?report=fees`)
  const filter = page.getByRole('form', { name: 'Filters' }).getByRole('combobox', { name: 'Account' })
  await expect(filter).toHaveValue(`${second} · Paper`)
  await view.choose(first)
  await expect(filter).toHaveValue(`${first} · Paper`)
  await view.choose(second)

  // A new tab starts with the default account; neither tab changes the other.
  const other = await context.newPage()
  await other.goto(`${product.origin}/operation`)
  await expect(accountInView(other).shown).toContainText(first)
  await expect(other.getByRole('table', { name: 'Operations' }).locator('tbody tr')).toHaveCount(7)
  await other.close()
  await expect(view.shown).toContainText(second)

  // Its access lapses, and then the account is gone: the page says so, and no other account replaces it.
  type Told = { number: string; accessExpirationDate: string }[]
  let change: (told: Told) => Told = (told) =>
    told.map((account) =>
      account.number === second ? { ...account, accessExpirationDate: '2026-03-04T15:00:00.000Z' } : account,
    )
  await page.route('**/account/view-my-account/**', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: change((await answer.json()) as Told) })
  })
  await page.goto(`${product.origin}/operation`)
  await expect(page.getByText(`Access to account ${second} ended`)).toBeVisible()
  const renew = page.getByRole('link', { name: 'Renew the access' })
  await expect(renew).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await renew.boundingBox())!.height).toBeGreaterThanOrEqual(40)
  await page.setViewportSize({ width: 1440, height: 900 })
  change = (told) => told.filter(({ number }) => number !== second)
  await page.clock.fastForward(61_000)
  await expect(page.getByText(`Account ${second} is no longer one of your accounts.`)).toBeVisible()
  await expect(page.getByText('Select an account', { exact: true })).toBeVisible()
  await page.keyboard.press('s')
  await expect(ticketAccount).toHaveValue('')
  await page.keyboard.press('Escape')
  await view.choose(first)
  await expect(page.getByRole('table', { name: 'Operations' }).locator('tbody tr')).toHaveCount(7)
})

test('a fill is on Operations, the wallet and the dashboard as soon as it is on Orders', async ({
  page,
  context,
  product,
  person,
}) => {
  await linkDemonstration(product, person)
  const code = 'DAYO'
  const open = async (path: string) => {
    const tab = await context.newPage()
    await tab.goto(product.origin + path)
    return tab
  }
  const [operations, wallet, dashboard] = [await open('/operation'), await open('/wallet'), await open('/dashboard')]
  const positions = operations.getByRole('table', { name: 'Operations' }).locator('tbody tr')
  const figures = [wallet, dashboard].map((tab) => tab.getByText('Buying power').first().locator('..'))
  await expect(positions).toHaveCount(7)
  for (const figure of figures) await expect(figure).toContainText('$')
  const before = await Promise.all(figures.map((figure) => figure.innerText()))

  await page.goto(`${product.origin}/order`)
  const orders = ordersScreen(page)
  await orders.type({ code, quantity: '10', type: 'Market' })
  await orders.ticket.getByRole('button', { name: 'Review order' }).click()
  await orders.ticket.getByRole('button', { name: 'Put long order' }).click()
  await expect(orders.ticket).toBeHidden()

  // Two seconds pass at the market, and none in the browser: no tab polls by its own timer.
  await product.moveClock(later(product, 2))
  await expect(orders.row(code).first()).toContainText('Filled')
  await expect(positions.filter({ hasText: code })).toHaveCount(1)
  for (const [index, figure] of figures.entries())
    await expect(figure).not.toHaveText(before[index]!, { useInnerText: true })
})

test('preferences of two tabs are both kept, and a new tab takes none away', async ({
  page,
  context,
  product,
  person,
}) => {
  await linkDemonstration(product, person)
  const other = await context.newPage()
  await page.goto(`${product.origin}/order`)
  await other.goto(`${product.origin}/account`)
  const hide = async (tab: Page, column: string) => {
    await expect(tab.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
    await tab.getByRole('button', { name: 'Columns' }).click()
    await tab.getByRole('checkbox', { name: column, exact: true }).uncheck()
    await tab.keyboard.press('Escape')
  }
  await hide(page, 'Duration')
  await hide(other, 'Type')
  const saved = async () =>
    Object.keys(await person.client.user.getMyUserPreference({ params: { userId: person.id } })).filter((key) =>
      key.endsWith('HiddenColumns'),
    )
  await expect.poll(saved).toHaveLength(2)
  const third = await context.newPage()
  await third.goto(`${product.origin}/wallet`)
  await expect(third.getByLabel('Chosen accounts together')).toBeVisible()
  for (const [tab, gone] of [
    [page, 'Duration'],
    [other, 'Type'],
  ] as const) {
    await tab.reload()
    await expect(tab.getByRole('columnheader').first()).toBeVisible()
    await expect(tab.getByRole('columnheader', { name: gone, exact: true })).toHaveCount(0)
  }
})

test('the columns chosen on Operations and Transactions are kept', async ({ page, product, person }) => {
  await linkDemonstration(product, person)
  for (const [path, column] of [
    ['operation', 'Risk Qty'],
    ['transaction', 'Order ID'],
  ] as const) {
    await page.goto(`${product.origin}/${path}`)
    const head = page.getByRole('columnheader', { name: column, exact: true })
    await expect(head).toBeVisible()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: column, exact: true }).uncheck()
    await page.keyboard.press('Escape')
    await expect(head).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('columnheader').first()).toBeVisible()
    await expect(head).toHaveCount(0)
  }
})

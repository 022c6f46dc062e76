// Transactions of an account: the whole list, pages in every order, and only for their owner.
import { transactionOrders, type Transaction, type TransactionOrder } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let owner: TestUser
let account: LinkedAccount
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
  account = await linkAccount(app, owner, '2026-01-02', '100.00')
  // Every third row shares its instant with the previous one, and every fourth belongs to no order.
  for (let n = 1; n <= 25; n++) {
    await book(account, {
      id: String(990 + n),
      at: `2026-02-${String(1 + Math.floor(n / 3)).padStart(2, '0')}T15:00:00Z`,
      net: `${n % 2 === 0 ? '-' : ''}${(n * 37) % 11}.05`,
      kind: n % 5 === 0 ? 'JOURNAL' : 'TRADE',
      order: n % 4 === 0 ? null : String(5_000 - n),
      text: `Row ${n % 7}`,
    })
  }
})
afterAll(() => app.stop())

interface Booking {
  readonly id: string
  readonly at: string
  readonly net: string
  readonly kind?: string
  readonly order?: string | null
  readonly text?: string
}

const book = (of: LinkedAccount, { id, at, net, kind = 'TRADE', order = null, text = '' }: Booking) =>
  app.services.db
    .insertInto('account_transaction')
    .values({
      account_id: of.id,
      broker_id: id,
      occurred_at: new Date(at),
      day: at.slice(0, 10),
      kind,
      description: text,
      symbol: null,
      asset_type: null,
      quantity: null,
      price: null,
      net_amount_cents: cents(net),
      order_id: order,
    })
    .execute()

const findAll = (person: TestUser, accountNumber: string) =>
  person.client.transaction.findAllByAccountOwner({ params: { accountNumber } })
const findPage = (
  start: number,
  count: number,
  orderBy: TransactionOrder = 'transactionDate',
  direction: 'ASC' | 'DESC' = 'DESC',
) => owner.client.transaction.findPage({ body: { accountNumber: account.number, start, count, orderBy, direction } })
const ids = (rows: readonly Transaction[]) => rows.map(({ transactionId }) => transactionId)

test('every transaction of the account is in the list, newest first, in the words of the brokerage', async () => {
  const rows = await findAll(owner, account.number)
  expect(rows).toHaveLength(25)
  expect(rows[0]).toEqual({
    transactionId: '1015',
    type: 'JOURNAL',
    netAmount: 1.05,
    description: 'Row 4',
    orderId: '4975',
    transactionDate: '2026-02-09T15:00:00.000Z',
    tradeDate: '2026-02-09',
    number: account.number,
  })
  expect(rows.map(({ transactionDate }) => transactionDate)).toEqual(
    rows
      .map(({ transactionDate }) => transactionDate)
      .toSorted()
      .toReversed(),
  )
})

test.each(
  transactionOrders.flatMap(
    (orderBy) =>
      [
        [orderBy, 'ASC'],
        [orderBy, 'DESC'],
      ] as const,
  ),
)('pages by %s %s put together are the whole list, each row once', async (orderBy, direction) => {
  const whole = await findPage(0, 200, orderBy, direction)
  expect(whole.total).toBe(25)
  const pages = []
  for (let start = 0; start < 25; start += 4) pages.push(...(await findPage(start, 4, orderBy, direction)).result)
  expect(ids(pages)).toEqual(ids(whole.result))
  expect(new Set(ids(pages)).size).toBe(25)
  const values = whole.result.map((row) => row[orderBy]).filter((value) => value !== null)
  const ordered = values.toSorted((a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b
    const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()]
    return orderBy === 'transactionId' ? Number(left) - Number(right) : left < right ? -1 : left > right ? 1 : 0
  })
  expect(values).toEqual(direction === 'ASC' ? ordered : ordered.toReversed())
})

test.each(['ASC', 'DESC'] as const)('transactions of no order come last, %s', async (direction) => {
  const { result } = await findPage(0, 200, 'orderId', direction)
  expect(result.slice(-6).map(({ orderId }) => orderId)).toEqual([null, null, null, null, null, null])
})

test('a page behind the last row is empty and still says how many rows there are', async () => {
  expect(await findPage(200, 30)).toEqual({ total: 25, result: [] })
})

test('a transaction of several securities is one row', async () => {
  const spread = await linkAccount(app, owner, '2026-01-02', '100.00')
  await book(spread, { id: '77', at: '2026-02-01T15:00:00Z', net: '-12.00' })
  await book(spread, { id: '77.2', at: '2026-02-01T15:00:00Z', net: '0.00' })
  expect(ids(await findAll(owner, spread.number))).toEqual(['77'])
})

test('an account of somebody else is not there, like a number that nobody has', async () => {
  const other = await app.signUp(['MANAGERS'])
  await expect(findAll(other, account.number)).rejects.toMatchObject({ status: 404, body: { refusal: 'notFound' } })
  await expect(findAll(owner, '999')).rejects.toMatchObject({ status: 404, body: { refusal: 'notFound' } })
  await expect(findPage(0, 201)).rejects.toThrow('A page has at most 200 rows.')
})

// The profit of the day of positions, against figures computed by hand: on an imported market whose last session is the
// account's today, and on the ticking one.
import { toMarketDay } from '@clubfolio/domain'
import { optionCodeOf } from '@clubfolio/simulated-market'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/id.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { cents, linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { importText } from '../../testing/import-for-test.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { activateSource } from '../market/activate-source.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'
import { writeFormingDay } from '../market/write-forming-day.ts'

/** The account's today is 2020-02-24, on which TWOO splits 2 for 1; GAPP has no close of the session before it. */
const prices = `symbol,date,open,high,low,close,adj_close,volume,dividend,split
ACME,2020-02-20,61,61.5,58,58.5,58.5,1000,0,1
ACME,2020-02-21,55,56,50,51,51,1000,0,1
ACME,2020-02-24,52,54,51,53,53,2000,0,1
TWOO,2020-02-21,55,56,50,51,51,1000,0,1
TWOO,2020-02-24,25,26,24,26,26,2000,0,2
GAPP,2020-02-20,10,10,10,10,10,1000,0,1
BRK.B,2020-02-21,200,200,200,200,200,1000,0,1
BRK.B,2020-02-24,200,202,200,202,202,1000,0,1
`

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
  await fillSimulatedMarket(app.services)
  await importText(app.services, 'prices.csv', prices)
}, 120_000)
afterAll(() => app.stop())

interface Booked {
  readonly quantity: string
  readonly price: string
  readonly day?: string
  readonly kind?: string
  readonly description?: string
}

interface Held {
  readonly symbol: string
  readonly quantity: string
  readonly value: string
  readonly multiplier?: number
  /** What the brokerage booked, oldest first. */
  readonly booked?: readonly Booked[]
  /** What was held before all of it. */
  readonly opening?: string
}

async function openAccount(source: string): Promise<LinkedAccount> {
  const account = await linkAccount(app, owner, '2020-01-02', '50000.00')
  await app.services.db.updateTable('account').set({ market_source: source }).where('id', '=', account.id).execute()
  return account
}

async function hold(account: LinkedAccount, { symbol, quantity, value, multiplier = 1, ...record }: Held) {
  const { db } = app.services
  const assetType = multiplier === 1 ? 'EQUITY' : 'OPTION'
  await db
    .insertInto('account_position')
    .values({
      account_id: account.id,
      symbol,
      asset_type: assetType,
      description: null,
      multiplier,
      quantity,
      average_price: '10',
      market_value_cents: cents(value),
      open_profit_cents: 0n,
    })
    .execute()
  if (record.opening !== undefined)
    await db
      .insertInto('account_baseline')
      .values({
        id: newId(app.clock),
        account_id: account.id,
        kind: 'opening',
        symbol,
        cash_cents: null,
        quantity: record.opening,
        created_by: null,
        created_at: new Date(app.clock.nowMs()),
      })
      .execute()
  for (const [index, one] of (record.booked ?? []).entries()) {
    const { day = '2020-02-24', kind = 'TRADE', description = '' } = one
    await db
      .insertInto('account_transaction')
      .values({
        account_id: account.id,
        broker_id: `${symbol}-${index}`,
        occurred_at: new Date(`${day}T15:00:0${index}Z`),
        day,
        kind,
        description,
        symbol,
        asset_type: assetType,
        multiplier,
        quantity: one.quantity,
        price: kind === 'TRADE' ? one.price : null,
        net_amount_cents:
          kind === 'TRADE' ? BigInt(Math.round(-Number(one.quantity) * Number(one.price) * multiplier * 100)) : 0n,
        fee_cents: 0n,
        order_id: null,
      })
      .execute()
  }
}

const plDayOf = async (account: LinkedAccount, code: string) =>
  (await owner.client.operation.findOpenOperationByAccount({ params: { accountNumber: account.number } })).find(
    (operation) => operation.code === code,
  )!.plDay

describe('the profit of the day', () => {
  test.each<[string, Held, string | null]>([
    [
      'of shares held overnight counts from the prior close',
      { symbol: 'ACME', quantity: '100', value: '5300.00', opening: '100' },
      '200.00',
    ],
    [
      'of a short position is a gain when the price falls',
      { symbol: 'ACME', quantity: '-100', value: '-5000.00', opening: '-100' },
      '100.00',
    ],
    [
      'of shares bought today counts from their own price, and leaves out those sold today',
      {
        symbol: 'ACME',
        quantity: '120',
        value: '6360.00',
        opening: '80',
        booked: [
          { quantity: '20', price: '58.00', day: '2020-02-20' },
          { quantity: '50', price: '52.00' },
          { quantity: '-30', price: '54.00' },
        ],
      },
      // 70 x (53 - 51) + 50 x (53 - 52)
      '190.00',
    ],
    [
      'after a split of the day counts from the prior close in the new shares',
      {
        symbol: 'TWOO',
        quantity: '200',
        value: '5200.00',
        opening: '100',
        booked: [{ quantity: '100', price: '0', kind: 'RECEIVE_AND_DELIVER', description: 'Split 2 for 1 of TWOO' }],
      },
      '100.00',
    ],
    [
      'finds the prior close whatever separates the class of a share',
      { symbol: 'BRK/B', quantity: '10', value: '2020.00', opening: '10' },
      '20.00',
    ],
    [
      'is unknown when the close of exactly the session before is missing',
      { symbol: 'GAPP', quantity: '100', value: '1100.00', opening: '100' },
      null,
    ],
    [
      'of options opened today needs no prior close and counts a hundred times',
      {
        symbol: 'ACME  200320C00060000',
        quantity: '3',
        value: '1560.00',
        multiplier: 100,
        booked: [{ quantity: '3', price: '4.05' }],
      },
      '345.00',
    ],
    [
      'of options held overnight is unknown on a market without their closes',
      { symbol: 'ACME  200320C00060000', quantity: '3', value: '1560.00', multiplier: 100, opening: '3' },
      null,
    ],
    [
      'is unknown while the brokerage holds more than it has booked',
      { symbol: 'ACME', quantity: '150', value: '7950.00', opening: '100' },
      null,
    ],
  ])('%s', async (_what, held, profit) => {
    const account = await openAccount('import')
    await hold(account, held)
    expect(await plDayOf(account, held.symbol)).toBe(profit === null ? null : cents(profit))
  })
})

test('is unknown where a split of a later day has already changed the closes', async () => {
  const account = await openAccount('import')
  await hold(account, { symbol: 'TWOO', quantity: '100', value: '2600.00', opening: '100' })
  expect(await plDayOf(account, 'TWOO')).toBe(cents('50.00'))
  await app.services.pool.query(
    `insert into corporate_action (instrument_id, day, kind, value)
      select id, '2020-02-25', 'SPLIT', 3 from instrument where source = 'import' and code = 'TWOO'`,
  )
  expect(await plDayOf(account, 'TWOO')).toBeNull()
})

describe('on the ticking market', () => {
  beforeAll(() => inTransaction(app.services.db, (trx) => activateSource(trx, app.clock, 'simulated', null)))
  const quote = (code: string) => app.services.simulated.quoteAt(code, app.clock.nowMs())!

  test('counts from the last close, in the shares of the day that forms', async () => {
    await writeFormingDay(app.services)
    const account = await openAccount('simulated')
    const [broker] = app.services.brokers.names
    await app.services.db.updateTable('account').set({ broker: broker! }).where('id', '=', account.id).execute()
    await hold(account, { symbol: 'SPY', quantity: '2', value: '800.00', opening: '2' })
    const { last, previousClose } = quote('SPY')
    expect(last).not.toBe(previousClose)
    expect(await plDayOf(account, 'SPY')).toBe(BigInt(Math.round((last - previousClose) * 200)))
  })

  test('values a contract from its own prior close', async () => {
    const now = app.clock.nowMs()
    const friday = toMarketDay('2026-03-20')
    const { expirations } = app.services.simulated.optionChain('SPY', now, friday, friday)!
    const contract = expirations[0]!.calls[0]!
    const account = await openAccount('simulated')
    const symbol = optionCodeOf(contract)
    await hold(account, { symbol, quantity: '2', value: '1000.00', multiplier: 100, opening: '2' })
    expect(await plDayOf(account, symbol)).toBe(cents('1000.00') - BigInt(Math.round(contract.previousClose * 20_000)))
  })

  test('is unknown for a price that was read before the day began', async () => {
    const account = await openAccount('simulated')
    await app.services.db
      .updateTable('account')
      .set({ synced_at: new Date('2026-03-03T15:00:00Z') })
      .where('id', '=', account.id)
      .execute()
    await hold(account, { symbol: 'SPY', quantity: '2', value: '800.00', opening: '2' })
    expect(await plDayOf(account, 'SPY')).toBeNull()
  })
})

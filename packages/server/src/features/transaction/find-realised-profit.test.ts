// Realised profit by lots of a whole account, calculated by hand: longs and shorts, a split, deliveries, dividends,
// fees, an old holding.
import { spawnSync } from 'node:child_process'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cents, linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let owner: TestUser
let account: LinkedAccount
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
  account = await linkAccount(app, owner, '2026-01-02', '100000.00')
  const trade = (
    day: string,
    symbol: string,
    quantity: string,
    price: string,
    net: string,
    fee: string,
    more: Partial<Booking> = {},
  ) => book({ day, symbol, quantity, price, net, fee, kind: 'TRADE', text: '', ...more })
  // Bought in two lots, sold across both: 100 for 5,000.00 and 20 of 50 for 2,750.00, for 7,200.00.
  await trade('2026-01-05', 'LONG', '100', '50', '-5001.00', '1.00')
  await trade('2026-01-06', 'LONG', '50', '55', '-2751.00', '1.00')
  await trade('2026-02-02', 'LONG', '-120', '60', '7198.80', '1.20')
  // Sold short for 4,000.00, covered for 3,800.00.
  await trade('2026-01-05', 'SHRT', '-100', '40', '4000.00', '0.00')
  await trade('2026-01-08', 'SHRT', '100', '38', '-3800.00', '0.00')
  // 3 for 2 on 7 shares: 3 more, and 7.50 for half a share. The rest is sold for 90.00.
  await trade('2026-01-05', 'SPLT', '7', '15', '-105.00', '0.00')
  await book({
    day: '2026-01-12',
    symbol: 'SPLT',
    quantity: '3',
    price: null,
    net: '7.50',
    fee: '0.00',
    kind: 'RECEIVE_AND_DELIVER',
    text: 'Split 3 for 2 of SPLT',
  })
  await trade('2026-01-13', 'SPLT', '-10', '9', '90.00', '0.00')
  // Delivered in, valued at 20.00 a share by the books, and sold at 25.00.
  const delivered = await book({
    day: '2026-01-07',
    symbol: 'DELV',
    quantity: '10',
    price: null,
    net: '0.00',
    fee: '0.00',
    kind: 'RECEIVE_AND_DELIVER',
    text: 'Transfer of securities',
  })
  await app.services.db
    .insertInto('account_movement')
    .values({
      account_id: account.id,
      id: crypto.randomUUID(),
      broker_id: delivered,
      day: '2026-01-07',
      amount_cents: cents('200.00'),
      kind: 'RECEIVE_AND_DELIVER',
      description: '',
      created_at: new Date(0),
    })
    .execute()
  await trade('2026-01-09', 'DELV', '-10', '25', '250.00', '0.00')
  // Held since before the first transaction: 10 of 30 are sold; the 20 left cost 8.00 each.
  await trade('2026-01-14', 'OLDS', '-10', '12', '120.00', '0.00')
  const held = (symbol: string, quantity: string, average: string) => ({
    account_id: account.id,
    symbol,
    asset_type: 'EQUITY',
    description: null,
    multiplier: 1,
    quantity,
    average_price: average,
    market_value_cents: cents('240.00'),
    open_profit_cents: cents('80.00'),
  })
  await app.services.db
    .insertInto('account_position')
    .values([held('OLDS', '20', '8'), held('LONG', '30', '55')])
    .execute()
  // Even older, and no longer held: its cost is unknown, so the sums have neither its 50.00 nor its fee.
  await trade('2026-01-15', 'GONE', '-5', '10', '49.25', '0.75')
  // A spread: two options in one transaction, the money on the first leg; both expire.
  await trade('2026-01-16', 'SPRD C1', '1', '3.00', '-100.00', '0.00', {
    id: 'spread',
    asset: 'OPTION',
    multiplier: 100,
  })
  await trade('2026-01-16', 'SPRD C2', '-1', '2.00', '0.00', '0.00', {
    id: 'spread.2',
    asset: 'OPTION',
    multiplier: 100,
  })
  const expire = (symbol: string, quantity: string) =>
    book({
      day: '2026-02-20',
      symbol,
      quantity,
      price: null,
      net: '0.00',
      fee: '0.00',
      kind: 'RECEIVE_AND_DELIVER',
      text: 'Expiration',
      asset: 'OPTION',
      multiplier: 100,
    })
  await expire('SPRD C1', '-1')
  await expire('SPRD C2', '1')
  await book({
    day: '2026-01-20',
    symbol: null,
    quantity: null,
    price: null,
    net: '12.34',
    fee: '0.00',
    kind: 'DIVIDEND_OR_INTEREST',
    text: 'Dividend of LONG',
  })
  await book({
    day: '2026-02-05',
    symbol: null,
    quantity: null,
    price: null,
    net: '-2.00',
    fee: '0.00',
    kind: 'DIVIDEND_OR_INTEREST',
    text: 'Dividend owed on SHRT',
  })
})
afterAll(() => app.stop())

interface Booking {
  readonly id?: string
  readonly day: string
  readonly symbol: string | null
  readonly quantity: string | null
  readonly price: string | null
  readonly net: string
  readonly fee: string
  readonly kind: string
  readonly text: string
  readonly asset?: string
  readonly multiplier?: number
  readonly accountId?: string
}

let serial = 100
async function book({
  id = String(++serial),
  day,
  symbol,
  quantity,
  price,
  net,
  fee,
  kind,
  text,
  asset = 'EQUITY',
  multiplier = 1,
  accountId = account.id,
}: Booking): Promise<string> {
  await app.services.db
    .insertInto('account_transaction')
    .values({
      account_id: accountId,
      broker_id: id,
      occurred_at: new Date(`${day}T15:00:00Z`),
      day,
      kind,
      description: text,
      symbol,
      asset_type: symbol === null ? null : asset,
      multiplier,
      quantity,
      price,
      net_amount_cents: cents(net),
      fee_cents: cents(fee),
      order_id: null,
    })
    .execute()
  return id
}

const find = (fromDate: string | null = null, toDate: string | null = null, person = owner) =>
  person.client.transaction.findRealisedProfit({ body: { accountNumber: account.number, fromDate, toDate } })
const dollars = (value: bigint | null) => (value === null ? null : Number(value) / 100)

describe('realised profit by lots', () => {
  test('every closing is matched with what it closed, and fees, dividends and unknown costs are kept apart', async () => {
    const { gains, incomes, profit, fees, income, unknownCount } = await find()
    expect(
      gains.map((gain) => [
        gain.closedDay,
        gain.instrumentCode,
        gain.side,
        gain.quantity,
        gain.openedDay,
        dollars(gain.cost),
        dollars(gain.proceeds),
        dollars(gain.profit),
        dollars(gain.fees),
      ]),
    ).toEqual([
      ['2026-01-08', 'SHRT', 'SHORT', 100, '2026-01-05', 3800, 4000, 200, 0],
      ['2026-01-09', 'DELV', 'LONG', 10, '2026-01-07', 200, 250, 50, 0],
      ['2026-01-12', 'SPLT', 'LONG', 0.5, '2026-01-05', 5, 7.5, 2.5, 0],
      ['2026-01-13', 'SPLT', 'LONG', 10, '2026-01-05', 100, 90, -10, 0],
      ['2026-01-14', 'OLDS', 'LONG', 10, null, 80, 120, 40, 0],
      ['2026-01-15', 'GONE', 'LONG', 5, null, null, 50, null, 0.75],
      ['2026-02-02', 'LONG', 'LONG', 100, '2026-01-05', 5000, 6000, 1000, 2],
      ['2026-02-02', 'LONG', 'LONG', 20, '2026-01-06', 1100, 1200, 100, 0.6],
      ['2026-02-20', 'SPRD C1', 'LONG', 1, '2026-01-16', 300, 0, -300, 0],
      ['2026-02-20', 'SPRD C2', 'SHORT', 1, '2026-01-16', 0, 200, 200, 0],
    ])
    expect(incomes.map(({ day, amount }) => [day, dollars(amount)])).toEqual([
      ['2026-01-20', 12.34],
      ['2026-02-05', -2],
    ])
    expect([dollars(profit), dollars(fees), dollars(income), unknownCount]).toEqual([1282.5, 2.6, 10.34, 1])
  })

  test('by year: the lot of unknown cost is counted and left out of every sum, on the screen and in every file', async () => {
    // 1,282.50 - 2.60 + 10.34 = 1,290.24. With the fee of the unknown lot the result would be 1,289.49.
    const filter = [{ nomenclatorConfigNameKey: 'account', selectedItem: account.id }]
    const body = { report: 'realised-gains-by-year', filter }
    const year = {
      lots: 10,
      unknown: 1,
      cost: 10_585,
      proceeds: 11_867.5,
      profit: 1282.5,
      fees: 2.6,
      net: 1279.9,
      shortTerm: 1239.9,
      longTerm: 0,
      undated: 40,
      income: 10.34,
      result: 1290.24,
    }
    const { data, totals } = await owner.client.report.getStaticReportData({ body: { ...body, limit: 50, offset: 0 } })
    expect(data).toEqual([{ year: '2026', ...year, accountNumber: account.number }])
    expect(totals).toMatchObject(year)

    const fileOf = async (kind: 'generateCsv' | 'generateExcel' | 'generatePdf') =>
      Buffer.from(await (await owner.client.reportDelivery[kind]({ body })).content.arrayBuffer())
    expect((await fileOf('generateCsv')).toString('utf8')).toContain(
      `2026,10,10585.00,11867.50,1282.50,2.60,1279.90,1239.90,0.00,40.00,10.34,1290.24,1,${account.number}`,
    )
    const sheet = strFromU8(unzipSync(new Uint8Array(await fileOf('generateExcel')))['xl/worksheets/sheet1.xml']!)
    for (const figure of [2.6, 1290.24]) expect(sheet).toContain(`<v>${figure}</v>`)
    const pdf = spawnSync('pdftotext', ['-layout', '-', '-'], { encoding: 'utf8', input: await fileOf('generatePdf') })
    if (pdf.error !== undefined) return
    expect(pdf.stdout).toMatch(
      /2026 +10 .*2\.60 +\$?1,279\.90 +\$?1,239\.90 +\$?0\.00 +\$?40\.00 +\$?10\.34 +\$?1,290\.24 +1 /,
    )
  })

  test('a span counts what was closed in it, with lots that were opened before', async () => {
    const { gains, profit, income } = await find('2026-02-01', '2026-02-10')
    expect(gains.map(({ instrumentCode, openedDay }) => [instrumentCode, openedDay])).toEqual([
      ['LONG', '2026-01-05'],
      ['LONG', '2026-01-06'],
    ])
    expect([dollars(profit), dollars(income)]).toEqual([1100, -2])
  })

  test('an old holding keeps its cost through a reverse split', async () => {
    // 100 shares that cost 5,000.00 become 5, of which one is sold; the 4 left cost 1,000.00 each.
    const { id: accountId, number } = await linkAccount(app, owner, '2026-01-02', '1000.00')
    const booking = { symbol: 'REVS', price: null, fee: '0.00', accountId }
    await book({
      ...booking,
      day: '2026-01-12',
      quantity: '-95',
      net: '0.00',
      kind: 'RECEIVE_AND_DELIVER',
      text: 'Split 1 for 20 of REVS',
    })
    await book({ ...booking, day: '2026-01-13', quantity: '-1', net: '1020.00', kind: 'TRADE', text: '' })
    await app.services.db
      .insertInto('account_position')
      .values({
        account_id: accountId,
        symbol: 'REVS',
        asset_type: 'EQUITY',
        description: null,
        multiplier: 1,
        quantity: '4',
        average_price: '1000',
        market_value_cents: cents('4080.00'),
        open_profit_cents: cents('80.00'),
      })
      .execute()
    const { gains } = await owner.client.transaction.findRealisedProfit({
      body: { accountNumber: number, fromDate: null, toDate: null },
    })
    expect(gains.map(({ quantity, cost, profit }) => [quantity, dollars(cost), dollars(profit)])).toEqual([
      [1, 1000, 20],
    ])
  })

  test('an account of somebody else is not there', async () => {
    await expect(find(null, null, await app.signUp(['MANAGERS']))).rejects.toMatchObject({
      status: 404,
      body: { refusal: 'notFound' },
    })
  })
})

// Alert rules over the year 2020 of real prices, replayed day by day, against a plain script
// (`testing/plain-alerts.ts`): the same rules fire at the same instants and prices, no more and no fewer. AAPL and TSLA
// split during the year.
import type { AlertTerms } from '@clubfolio/contract'
import { hasMarketData, marketDataFolder, readMarketRows } from '@clubfolio/domain/testing/market-data'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importText } from '../../testing/import-for-test.ts'
import { closeSession, linkAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { newId } from '../../kernel/id.ts'
import { activateSource } from '../market/activate-source.ts'
import type { BasisCache } from './instrument-basis.ts'
import { plainDrawdowns, plainFirings, type PlainBar, type PlainRule } from './testing/plain-alerts.ts'
import { watchAccountRules } from './watch-accounts.ts'
import { watchInstrumentRules } from './watch-instruments.ts'

const file = 'prices-daily/sp500-daily-2016-2021.csv.gz'
const codes = ['AAPL', 'BA', 'JPM', 'TSLA', 'XOM']
const [setOn, until] = ['2019-12-31', '2020-12-31']

if (!hasMarketData)
  console.warn(
    `SKIPPED, the real market files are missing: there is no folder ${marketDataFolder}. Set CLUBFOLIO_MARKET_DATA to where they are.`,
  )

interface Planned {
  readonly terms: AlertTerms
  readonly plain: PlainRule
  readonly isRepeating: boolean
}

/** Returns one rule of each kind about an instrument, measured at the close of 2019. */
function planFor(close: number): Planned[] {
  const at = (share: number): string => (close * share).toFixed(2)
  const each = (terms: AlertTerms, plain: PlainRule): Planned => ({ terms, plain, isRepeating: true })
  return [
    each({ kind: 'PRICE', direction: 'ABOVE', price: at(1.1) }, { kind: 'above', price: Number(at(1.1)) }),
    each({ kind: 'PRICE', direction: 'BELOW', price: at(0.9) }, { kind: 'below', price: Number(at(0.9)) }),
    {
      ...each({ kind: 'PRICE', direction: 'ABOVE', price: at(0.95) }, { kind: 'above', price: Number(at(0.95)) }),
      isRepeating: false,
    },
    each(
      { kind: 'MOVE', direction: 'EITHER', percent: '4', against: 'PREVIOUS_CLOSE', price: null },
      { kind: 'move', side: 'either', percent: 4 },
    ),
    each(
      { kind: 'MOVE', direction: 'DOWN', percent: '2.5', against: 'PREVIOUS_CLOSE', price: null },
      { kind: 'move', side: 'down', percent: 2.5 },
    ),
    each(
      { kind: 'MOVE', direction: 'UP', percent: '7.5', against: 'WEEK', price: null },
      { kind: 'move', side: 'up', percent: 7.5, sessionsBack: 5 },
    ),
    each(
      { kind: 'MOVE', direction: 'EITHER', percent: '15', against: 'MONTH', price: null },
      { kind: 'move', side: 'either', percent: 15, sessionsBack: 21 },
    ),
    each(
      { kind: 'MOVE', direction: 'DOWN', percent: '20', against: 'QUARTER', price: null },
      { kind: 'move', side: 'down', percent: 20, sessionsBack: 63 },
    ),
    each(
      { kind: 'MOVE', direction: 'EITHER', percent: '30', against: 'YEAR', price: null },
      { kind: 'move', side: 'either', percent: 30, sessionsBack: 252 },
    ),
    each(
      { kind: 'MOVE', direction: 'EITHER', percent: '12.5', against: 'PRICE', price: at(1) },
      { kind: 'move', side: 'either', percent: 12.5, price: Number(at(1)) },
    ),
    each({ kind: 'LEVEL', side: 'RESISTANCE', price: null }, { kind: 'resistance' }),
    each({ kind: 'LEVEL', side: 'SUPPORT', price: null }, { kind: 'support' }),
    { ...each({ kind: 'LEVEL', side: 'SUPPORT', price: null }, { kind: 'support' }), isRepeating: false },
    each({ kind: 'LEVEL', side: 'RESISTANCE', price: at(1.05) }, { kind: 'resistance', price: Number(at(1.05)) }),
    each({ kind: 'LEVEL', side: 'SUPPORT', price: at(0.8) }, { kind: 'support', price: Number(at(0.8)) }),
    each({ kind: 'EXTREME', side: 'HIGH' }, { kind: 'high' }),
    each({ kind: 'EXTREME', side: 'LOW' }, { kind: 'low' }),
  ]
}

describe.skipIf(!hasMarketData)('on real bars', () => {
  let app: TestApp
  let owner: TestUser
  const market = new Map<string, PlainBar[]>()
  beforeAll(async () => {
    const rows = readMarketRows(file).filter(
      ([symbol, day]) => codes.includes(symbol!) && day! >= '2018-06-01' && day! <= '2021-01-15',
    )
    for (const [symbol, day, open, high, low, close, , , , split] of rows) {
      const bars = market.get(symbol!) ?? []
      market.set(symbol!, bars)
      bars.push({
        day: day!,
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
        split: Number(split),
      })
    }
    app = await startTestApp()
    await importText(
      app.services,
      'prices.csv',
      ['symbol,date,open,high,low,close,adj_close,volume,dividend,split', ...rows.map((row) => row.join(','))].join(
        '\n',
      ),
    )
    await inTransaction(app.services.db, (trx) => activateSource(trx, app.clock, 'import', null))
    owner = await app.signUp(['INVESTORS'])
  }, 120_000)
  afterAll(() => app.stop())

  /** Moves the replay to the close of a day. */
  async function stepTo(day: string): Promise<void> {
    const isEarly = day === '2020-11-27' || day === '2020-12-24'
    await sql`
      update market.clock set source = 'import', mode = 'replay', speed = 1, wall_time = ${new Date(app.clock.nowMs())},
        market_time = (${`${day} ${isEarly ? '13:00' : '16:00'}`}::timestamp at time zone 'America/New_York')`.execute(
      app.services.db,
    )
  }

  test('every rule about a price fires exactly when the plain script says, and at that price', async () => {
    await stepTo(setOn)
    const expected: string[] = []
    const line = (code: string, index: number, at: number, price: number) =>
      `${new Date(at).toISOString()} ${code} rule ${index} at ${(price / 10_000).toFixed(4)}`
    const names = new Map<string, { readonly code: string; readonly index: number }>()
    for (const [code, bars] of market) {
      for (const [index, { terms, plain, isRepeating }] of planFor(
        bars.find(({ day }) => day === setOn)!.close,
      ).entries()) {
        const { id } = await owner.client.alertRule.create({
          body: { terms, code, accountId: null, note: '', isRepeating, expiresOn: null },
        })
        names.set(id, { code, index })
        const firings = plainFirings(plain, bars, setOn, until, isRepeating)
        for (const { at, price } of firings) expected.push(line(code, index, at, price))
        if (firings.length === 0) expected.push(`${code} rule ${index} never`)
      }
    }
    const cache: BasisCache = new Map()
    expect(await watchInstrumentRules(app.services, cache)).toBe(0)
    for (const { day } of market.get('JPM')!.filter((bar) => bar.day > setOn && bar.day <= until)) {
      await stepTo(day)
      await watchInstrumentRules(app.services, cache)
    }
    const rows = await app.services.db.selectFrom('alert_firing').select(['rule_id', 'price', 'market_at']).execute()
    const fired = rows.map(({ rule_id, price, market_at }) =>
      line(
        names.get(rule_id!)!.code,
        names.get(rule_id!)!.index,
        market_at.getTime(),
        Math.round(Number(price) * 10_000),
      ),
    )
    for (const [id, { code, index }] of names)
      if (!rows.some(({ rule_id }) => rule_id === id)) fired.push(`${code} rule ${index} never`)
    expect(fired.toSorted()).toEqual(expected.toSorted())
    expect(rows.length).toBeGreaterThan(500)
    // Every kind fired at least once, so two empty lists cannot match by accident.
    for (let index = 0; index < planFor(1).length; index++)
      expect(
        fired.some((text) => text.includes(` rule ${index} at `)),
        `rule ${index}`,
      ).toBe(true)
  }, 300_000)

  test('a drawdown fires exactly when the plain script says, with money out in the middle of the fall', async () => {
    const trader = await app.signUp(['INVESTORS'])
    // Ends before the split, so share counts need no adjustment.
    const bars = market.get('AAPL')!.filter(({ day }) => day >= setOn && day < '2020-08-31')
    const withdrawalDay = '2020-03-11'
    // 100 shares and $20,000, of which $15,000 are withdrawn.
    const days = bars.map(({ day, close }) => ({
      day,
      value: Math.round(close * 100 * 100 + (day >= withdrawalDay ? 5_000 : 20_000) * 100),
      paid: day === withdrawalDay ? -15_000 * 100 : 0,
    }))
    const account = await linkAccount(app, trader, setOn, (days[0]!.value / 100).toFixed(2))
    const { id } = await trader.client.alertRule.create({
      body: {
        terms: { kind: 'DRAWDOWN', percent: '5' },
        code: null,
        accountId: account.id,
        note: '',
        isRepeating: true,
        expiresOn: null,
      },
    })
    const expected: string[] = []
    let isHeld = false
    for (const [n, fall] of plainDrawdowns(days).entries()) {
      if (fall <= 4) isHeld = false
      if (fall >= 5 && !isHeld) expected.push(days[n]!.day)
      if (fall >= 5) isHeld = true
    }
    const fired: string[] = []
    for (const [n, { day, value, paid }] of days.entries()) {
      if (paid !== 0) {
        await app.services.db
          .insertInto('account_movement')
          .values({
            account_id: account.id,
            id: newId(app.clock),
            broker_id: `out ${day}`,
            day,
            amount_cents: BigInt(paid),
            kind: 'WITHDRAWAL',
            description: 'Wire out',
            created_at: new Date(app.clock.nowMs()),
          })
          .execute()
      }
      await app.services.db
        .updateTable('account')
        .set({ float_value_cents: BigInt(value), synced_at: new Date(app.clock.nowMs()) })
        .where('id', '=', account.id)
        .execute()
      if (n > 0 && (await watchAccountRules(app.services)) > 0) fired.push(day)
      await closeSession(app, account, day, (value / 100).toFixed(2))
    }
    expect(fired).toEqual(expected)
    expect(expected.length).toBeGreaterThan(1)
    expect(
      (await trader.client.alertRule.findFirings({ params: { start: 0, count: 100 } })).result.every(
        ({ ruleId }) => ruleId === id,
      ),
    ).toBe(true)
  }, 120_000)
})

// Alert rules about instruments on the ticking simulated market: what fires and what does not, exactly once however
// many processes look and whenever one of them stops, with history, notification and alert.
import type { AskedAlertRule } from '@clubfolio/contract'
import type { EpochMs } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'
import { claimTurn } from './alert-turn.ts'
import type { BasisCache } from './instrument-basis.ts'
import { watchAccountRules } from './watch-accounts.ts'
import { watchInstrumentRules } from './watch-instruments.ts'

let app: TestApp
let code: string
const cache: BasisCache = new Map()
beforeAll(async () => {
  app = await startTestApp()
  await fillSimulatedMarket(app.services)
  code = (
    await app.services.db
      .selectFrom('instrument')
      .select('code')
      .where('asset_type', '=', 'EQUITY')
      .orderBy('code')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).code
}, 60_000)
afterAll(() => app.stop())

const minuteMs = 60_000
const lastPrice = (): number => app.services.simulated.quoteAt(code, app.clock.nowMs())!.last
/** Returns every trade of the next minutes. */
const tradesFor = (minutes: number) => [
  ...app.services.simulated.ticksBetween(code, app.clock.nowMs(), (app.clock.nowMs() + minutes * minuteMs) as EpochMs),
]
const look = () => watchInstrumentRules(app.services, cache)
const newOwner = () => app.signUp(['INVESTORS'])
const asked = (terms: AskedAlertRule['terms'], changes: Partial<AskedAlertRule> = {}): AskedAlertRule => ({
  terms,
  code,
  accountId: null,
  note: '',
  isRepeating: false,
  expiresOn: null,
  ...changes,
})
const create = async (owner: TestUser, terms: AskedAlertRule['terms'], changes: Partial<AskedAlertRule> = {}) =>
  (await owner.client.alertRule.create({ body: asked(terms, changes) })).id
const ruleOf = async (owner: TestUser, id: string) =>
  (await owner.client.alertRule.find()).find((rule) => rule.id === id)!
const firingsOf = async (owner: TestUser) =>
  (await owner.client.alertRule.findFirings({ params: { start: 0, count: 200 } })).result

/** Returns a price that the market reaches within the next minutes, in the direction in which it moves furthest. */
function reachedSoon(minutes = 20): {
  readonly direction: 'ABOVE' | 'BELOW'
  readonly price: string
  readonly atMs: number
} {
  const start = lastPrice()
  const trades = tradesFor(minutes)
  const [high, low] = [Math.max(...trades.map(({ price }) => price)), Math.min(...trades.map(({ price }) => price))]
  const [direction, target] = high - start >= start - low ? (['ABOVE', high] as const) : (['BELOW', low] as const)
  return {
    direction,
    price: target.toFixed(2),
    atMs: trades.find(({ price }) => (direction === 'ABOVE' ? price >= target : price <= target))!.tradeMs,
  }
}

test('a rule fires at the first trade that meets it, and writes its history, a notification and an alert', async () => {
  const owner = await newOwner()
  const { direction, price, atMs } = reachedSoon()
  const id = await create(owner, { kind: 'PRICE', direction, price }, { note: 'Sell half.' })
  await look()
  expect(await ruleOf(owner, id)).toMatchObject({ state: 'WAITING', firedCount: 0 })
  app.clock.advance(20 * minuteMs)
  expect(await look()).toBe(1)
  const words = `${code} at or ${direction === 'ABOVE' ? 'above' : 'below'} $${Number(price).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  expect(await firingsOf(owner)).toMatchObject([
    {
      ruleId: id,
      rule: words,
      note: 'Sell half.',
      code,
      price: Number(price),
      marketAt: atMs,
      firedAt: app.clock.nowMs(),
    },
  ])
  expect((await owner.client.notification.findRecent()).unread).toBe(1)
  expect(await ruleOf(owner, id)).toMatchObject({
    words,
    state: 'FIRED',
    firedCount: 1,
    lastFiredAt: app.clock.nowMs(),
  })
  const told = await app.services.db
    .selectFrom('notification')
    .select(['kind', 'title', 'text'])
    .where('user_id', '=', owner.user.id)
    .execute()
  expect(told).toEqual([
    { kind: 'ALERT_FIRED', title: words, text: expect.stringContaining('Note: Sell half.') as string },
  ])
  expect(await owner.client.alert.findCurrent()).toMatchObject([
    { kind: 'RULE_FIRED', severity: 'WARNING', title: words, link: `/chart/${code}/_D`, resolvedAt: null },
  ])
  expect(await look()).toBe(0)
})

test('a rule about a drawn line fires at the first trade that meets the line where it is by then', async () => {
  const owner = await newOwner()
  await look()
  const [startMs, price] = [app.clock.nowMs(), lastPrice()]
  const [low, high] = [Number((price * 0.9).toFixed(4)), Number((price * 1.1).toFixed(4))]
  const from = { timeMs: startMs, price: String(low) }
  const line = {
    kind: 'LINE',
    direction: 'BELOW',
    from,
    to: { timeMs: startMs + 20 * minuteMs, price: String(high) },
    scale: 'LINEAR',
    bars: 'MINUTE',
  } as const
  const met = tradesFor(20).find(
    (trade) => trade.price <= low + ((high - low) * (trade.tradeMs - startMs)) / (20 * minuteMs),
  )!
  const id = await create(owner, line)
  expect(await ruleOf(owner, id)).toMatchObject({ terms: line, state: 'WAITING' })
  app.clock.advance(20 * minuteMs)
  expect(await look()).toBe(1)
  const [firing] = await firingsOf(owner)
  expect(firing).toMatchObject({ ruleId: id, price: met.price, marketAt: met.tradeMs })
  expect(firing!.text).toMatch(/; the line was at \$[\d,.]+\.$/)
  expect(firing!.rule).toMatch(new RegExp(`^${code} at or below the line from `))
  await expect(create(owner, { ...line, to: { ...from, price: String(high) } })).rejects.toMatchObject({ status: 400 })
})

test('many processes at once fire a rule once', async () => {
  const owner = await newOwner()
  await look()
  const { direction, price } = reachedSoon(10)
  await create(owner, { kind: 'PRICE', direction, price })
  app.clock.advance(10 * minuteMs)
  const fired = await Promise.all(Array.from({ length: 8 }, () => watchInstrumentRules(app.services, new Map())))
  expect(fired.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await firingsOf(owner)).toHaveLength(1)
})

test('a process that stops in its turn loses nothing: the trades since the last look are gone through by the next one', async () => {
  const owner = await newOwner()
  await look()
  const { direction, price, atMs } = reachedSoon(10)
  await create(owner, { kind: 'PRICE', direction, price })
  app.clock.advance(10 * minuteMs)
  // A process claimed the turn and was killed.
  expect(await claimTurn(app.services, 'INSTRUMENT')).toBeDefined()
  expect(await look()).toBe(0)
  app.clock.advance(2 * minuteMs)
  expect(await look()).toBe(1)
  expect(await firingsOf(owner)).toMatchObject([{ marketAt: atMs }])
})

test('a process that was overtaken writes nothing, whatever it had found', async () => {
  const owner = await newOwner()
  await look()
  const { direction, price } = reachedSoon(10)
  await create(owner, { kind: 'PRICE', direction, price })
  app.clock.advance(10 * minuteMs)
  const { settleChanges } = await import('./settle-changes.ts')
  const { readRules } = await import('./watch-instruments.ts')
  const turn = await claimTurn(app.services, 'INSTRUMENT')
  const [rule] = await readRules(app.services.db, 'simulated')
  app.clock.advance(2 * minuteMs)
  await look()
  const late = {
    rule: rule!,
    words: 'late',
    state: 'FIRED',
    occasion: '',
    link: '/alert',
    firings: [{ marketAtMs: 0, price: 1, text: 'late' }],
  } as const
  expect(
    await settleChanges(app.services, 'watch-instrument-rule', turn!, { rules: [], changes: [late], looked: null }),
  ).toBe(0)
  expect((await firingsOf(owner)).filter((firing) => firing.text === 'late')).toEqual([])
})

test('what was so before the rule was made is said, and does not fire until it has come back', async () => {
  const owner = await newOwner()
  const terms = { kind: 'PRICE', direction: 'ABOVE', price: (lastPrice() * 0.9).toFixed(2) } as const
  const preview = await owner.client.alertRule.preview({ body: { terms, code, accountId: null } })
  expect(preview).toMatchObject({ isBeyond: true, last: lastPrice() })
  expect(preview.next).toMatch(/^Is there already; now \$.* Waits until it was back at \$.* or less\.$/)
  const id = await create(owner, terms)
  app.clock.advance(minuteMs)
  expect(await look()).toBe(0)
  expect(await ruleOf(owner, id)).toMatchObject({ state: 'BEYOND' })
})

test('a paused rule rests, and what happened meanwhile does not fire when it is taken up again', async () => {
  const owner = await newOwner()
  await look()
  const { direction, price } = reachedSoon(10)
  const id = await create(owner, { kind: 'PRICE', direction, price })
  await owner.client.alertRule.pause({ body: { id, isPaused: true } })
  app.clock.advance(10 * minuteMs)
  expect(await look()).toBe(0)
  expect(await ruleOf(owner, id)).toMatchObject({ state: 'PAUSED' })
  await owner.client.alertRule.pause({ body: { id, isPaused: false } })
  expect(await look()).toBe(0)
  expect(await firingsOf(owner)).toEqual([])
})

test('an edited rule is another rule with the same history, and its standing alert is over', async () => {
  const owner = await newOwner()
  await look()
  const { direction, price } = reachedSoon(10)
  const id = await create(owner, { kind: 'PRICE', direction, price })
  app.clock.advance(10 * minuteMs)
  await look()
  expect(await owner.client.alert.findCurrent()).toMatchObject([{ resolvedAt: null }])
  await owner.client.alertRule.update({
    body: { ...asked({ kind: 'PRICE', direction: 'ABOVE', price: '9000000' }), id },
  })
  expect(await ruleOf(owner, id)).toMatchObject({ state: 'WAITING', firedCount: 1 })
  expect(await owner.client.alert.findCurrent()).toMatchObject([{ resolvedAt: app.clock.nowMs() }])
  await owner.client.alertRule.delete({ body: { id } })
  expect(await owner.client.alertRule.find()).toEqual([])
  expect(await firingsOf(owner)).toMatchObject([{ ruleId: null, price: Number(price) }])
})

test('a rule names the drawing that it follows, keeps it in a change that does not name one, and loses it', async () => {
  const owner = await newOwner()
  const terms = { kind: 'PRICE', direction: 'ABOVE', price: '1000' } as const
  const id = await create(owner, terms, { drawingId: 'a1b2' })
  expect(await ruleOf(owner, id)).toMatchObject({ drawingId: 'a1b2' })
  await owner.client.alertRule.update({ body: { ...asked({ ...terms, price: '1001' }), id } })
  expect(await ruleOf(owner, id)).toMatchObject({ drawingId: 'a1b2', terms: { price: '1001' } })
  await owner.client.alertRule.update({ body: { ...asked(terms, { drawingId: null }), id } })
  expect(await ruleOf(owner, id)).toMatchObject({ drawingId: null })
})

test('a rule is looked after through its last day and not after it', async () => {
  const owner = await newOwner()
  const id = await create(owner, { kind: 'PRICE', direction: 'ABOVE', price: '9000000' }, { expiresOn: '2026-03-04' })
  await watchAccountRules(app.services)
  expect(await ruleOf(owner, id)).toMatchObject({ state: 'WAITING' })
  app.clock.set(Date.parse('2026-03-05T05:00:00Z'))
  await watchAccountRules(app.services)
  const again = await app.signIn(owner.email)
  expect(await ruleOf(again, id)).toMatchObject({ state: 'EXPIRED', next: 'Its last day has passed.' })
  expect(
    await refusalOf(
      again.client.alertRule.create({ body: asked({ kind: 'EXTREME', side: 'HIGH' }, { expiresOn: '2026-03-04' }) }),
    ),
  ).toBe('400 alertExpiry')
})

test('what does not fit together is refused with words that say what to do', async () => {
  const owner = await newOwner()
  const refused = (terms: AskedAlertRule['terms'], changes: Partial<AskedAlertRule> = {}) =>
    refusalOf(owner.client.alertRule.create({ body: asked(terms, changes) }))
  expect(await refused({ kind: 'PRICE', direction: 'ABOVE', price: '1' }, { code: null })).toBe('400 alertSubject')
  expect(await refused({ kind: 'DRAWDOWN', percent: '5' })).toBe('400 alertSubject')
  expect(await refused({ kind: 'MOVE', direction: 'UP', percent: '5', against: 'PRICE', price: null })).toBe(
    '400 alertBase',
  )
  expect(await refused({ kind: 'PRICE', direction: 'ABOVE', price: '1' }, { code: 'NOSUCH' })).toBe('404 alertUnknown')
  expect(await refused({ kind: 'PRICE', direction: 'ABOVE', price: '-3' })).toMatch(/^400/)
  expect(
    await refused({ kind: 'MOVE', direction: 'UP', percent: '0', against: 'PREVIOUS_CLOSE', price: null }),
  ).toMatch(/^400/)
})

test("somebody else's rule looks like a missing one, and his rules, firings and accounts are not seen", async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  const id = await create(owner, { kind: 'EXTREME', side: 'HIGH' })
  expect(await other.client.alertRule.find()).toEqual([])
  expect(
    await refusalOf(other.client.alertRule.update({ body: { ...asked({ kind: 'EXTREME', side: 'LOW' }), id } })),
  ).toBe('404 notFound')
  expect(await refusalOf(other.client.alertRule.pause({ body: { id, isPaused: true } }))).toBe('404 notFound')
  expect(await refusalOf(other.client.alertRule.delete({ body: { id } }))).toBe('404 notFound')
  expect(await ruleOf(owner, id)).toMatchObject({
    terms: { kind: 'EXTREME', side: 'HIGH' },
    state: expect.not.stringMatching('PAUSED') as string,
  })
})

test('a person keeps at most 200 rules, also when many are made at once', async () => {
  const owner = await newOwner()
  const rows = Array.from({ length: 198 }, (_, n) => ({
    id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    owner_id: owner.user.id,
    source: 'simulated' as const,
    code,
    code_key: code,
    account_id: null,
    terms: JSON.stringify({ kind: 'EXTREME', side: 'HIGH' }),
    note: '',
    is_repeating: false,
    expires_on: null,
    state: 'OVER' as const,
    set_day: null,
    set_at: new Date(0),
    created_at: new Date(0),
    last_fired_at: null,
  }))
  await app.services.db.insertInto('alert_rule').values(rows).execute()
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () =>
      refusalOf(owner.client.alertRule.create({ body: asked({ kind: 'EXTREME', side: 'HIGH' }) })).catch(() => 'made'),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === '409 alertRuleCount')).toHaveLength(3)
  expect(await owner.client.alertRule.find()).toHaveLength(200)
})

// A member's statement over a year with a management and a performance fee, a distribution and a partial withdrawal,
// through real HTTP, against books that are kept by hand: plain numbers, one step a line, nothing of the domain. The
// same year stands in docs/rules/fund-fees.md, "A worked year".
import { dayMs } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cents,
  closeSession,
  linkAccount,
  makeMember,
  moveMoney,
  type LinkedAccount,
} from '../../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
let owner: TestUser
let account: LinkedAccount
const ids: Record<'ann' | 'ben' | 'olga', string> = { ann: '', ben: '', olga: '' }

beforeAll(async () => {
  app = await startTestApp()
  const { email } = await app.signUp(['MANAGERS'])
  owner = await app.signIn(email)
  account = await linkAccount(app, owner, '2026-03-03', '0.00')
  ids.ann = await makeMember(owner, 'Ann')
  ids.ben = await makeMember(owner, 'Ben')
  ids.olga = await makeMember(owner, 'Olga')
})
afterAll(() => app.stop())

async function goTo(day: string): Promise<void> {
  app.clock.set(Date.parse(`${day}T15:00:00Z`))
  owner = await app.signIn(owner.email)
}
const text = (value: number): string => value.toFixed(2)
const wire = (value: number): bigint => BigInt(Math.round(value * 100))
const dollars = (amount: bigint): string => (Number(amount) / 100).toFixed(2)

// The books by hand ---------------------------------------------------------------------------------

interface Member {
  units: number
  /** Management fee of the units held, not charged yet. */
  accrued: number
  /** Parts of a cent that leaving has left over. */
  owedManagement: number
  owedPerformance: number
  /** The unit value above which the performance fee counts. */
  mark: number
  isReceiver: boolean
}

const newMember = (isReceiver = false): Member => ({
  units: 0,
  accrued: 0,
  owedManagement: 0,
  owedPerformance: 0,
  mark: 0,
  isReceiver,
})
const hand = { ann: newMember(), ben: newMember(), olga: newMember(true) }
const payers = [hand.ann, hand.ben]
const all = [hand.ann, hand.ben, hand.olga]
const names = ['ann', 'ben', 'olga'] as const

const toUnits = (amount: number, unitValue: number): number => Math.round((amount / unitValue) * 1e8) / 1e8
const toCentsDown = (amount: number): number => Math.floor(amount * 100 + 1e-7) / 100
const toNearestCent = (amount: number): number => Math.round(amount * 100) / 100
const allUnits = (): number => all.reduce((sum, { units }) => sum + units, 0)

/** Units x unit value x 2 % x days / 365. */
function hold(days: number, unitValue: number): void {
  for (const member of payers) member.accrued += member.units * unitValue * 0.02 * (days / 365)
}

/** An amount to all by units: whole cents, and the cents that are left to the largest remainders. */
function partsOf(amount: number): number[] {
  const exact = all.map(({ units }) => (amount * 100 * units) / allUnits())
  const parts = exact.map(Math.floor)
  const left = Math.round(amount * 100) - parts.reduce((sum, part) => sum + part, 0)
  const order = exact.map((one, index) => [one - Math.floor(one), index] as const).sort((a, b) => b[0] - a[0])
  for (const [, index] of order.slice(0, left)) parts[index]! += 1
  return parts.map((part) => part / 100)
}

interface Paid {
  readonly management: number
  readonly performance: number
  readonly managementUnits: number
  readonly performanceUnits: number
}

/** Moves the units of both fees from a member to Olga. */
function payFees(member: Member, management: number, performance: number, unitValue: number): Paid {
  const managementUnits = toUnits(management, unitValue)
  const performanceUnits = toUnits(performance, unitValue)
  member.units -= managementUnits + performanceUnits
  hand.olga.units += managementUnits + performanceUnits
  return { management, performance, managementUnits, performanceUnits }
}

/** Pays an amount out of a member's units, with the fees of the units that go. */
function leave(member: Member, amount: number, unitValue: number): Paid & { readonly units: number } {
  const value = member.units * unitValue
  // The performance fee counts on the units that the management fee leaves.
  const gainFee = 0.2 * member.units * Math.max(0, unitValue - member.mark) * (1 - member.accrued / value)
  const perDollar = (member.accrued + gainFee) / value
  const owed = member.owedManagement + member.owedPerformance
  // What goes is worth (amount + what is owed) / (1 - fees of a dollar); whole cents are paid, rounded down.
  const fee = member.isReceiver ? 0 : toCentsDown((amount + owed) / (1 - perDollar) - amount)
  const going = (amount + fee) / value
  const managementDue = member.owedManagement + member.accrued * going
  const performanceDue = member.owedPerformance + gainFee * going
  const management = member.isReceiver ? 0 : Math.min(fee, toCentsDown(managementDue))
  const performance = toNearestCent(fee - management)
  const paid = payFees(member, management, performance, unitValue)
  if (!member.isReceiver) {
    member.accrued -= member.accrued * going
    member.owedManagement = managementDue - management
    member.owedPerformance = performanceDue - performance
  }
  const units = toUnits(amount, unitValue)
  member.units -= units
  return { ...paid, units }
}

/** What a period end would charge: the management fee, then 20 % of the gain of the units that it leaves. */
function dueAt(member: Member, unitValue: number, withPerformance: boolean): [number, number] {
  const management = toNearestCent(member.accrued + member.owedManagement)
  const units = member.units - toUnits(management, unitValue)
  const gain = units * Math.max(0, unitValue - member.mark)
  return [management, withPerformance ? toNearestCent(0.2 * gain + member.owedPerformance) : 0]
}

function charge(member: Member, unitValue: number, withPerformance: boolean): Paid {
  const [management, performance] = dueAt(member, unitValue, withPerformance)
  member.accrued = 0
  member.owedManagement = 0
  if (withPerformance) {
    member.owedPerformance = 0
    member.mark = Math.max(member.mark, unitValue)
  }
  return payFees(member, management, performance, unitValue)
}

// The year ------------------------------------------------------------------------------------------

test('a statement over a year with both fees, a distribution and a withdrawal is what books by hand say', async () => {
  const accountId = account.id
  const lines: [string, string, string, string][] = []
  const note = (day: string, what: string, amount: number, units: number): void => {
    if (amount !== 0) lines.push([day, what, text(amount), units.toFixed(8)])
  }
  const noteFees = (day: string, paid: Paid): void => {
    note(day, 'Management fee', -paid.management, -paid.managementUnits)
    note(day, 'Performance fee', -paid.performance, -paid.performanceUnits)
  }
  let kept = 1

  // 4 March: Ann pays in 60,000.00 and Ben 40,000.00 at 10.00.
  await goTo('2026-03-04')
  for (const [name, amount] of [
    ['ann', 60_000],
    ['ben', 40_000],
  ] as const) {
    await moveMoney(app, account, '2026-03-04', text(amount))
    await owner.client.member.createContribution({
      body: { accountId, memberId: ids[name], amount: cents(text(amount)), date: '2026-03-04', description: 'in' },
    })
    Object.assign(hand[name], { units: amount / 10, mark: 10 })
  }
  note('2026-03-04', 'Contribution', 60_000, 6000)
  const policy = { accountId, receiverId: ids.olga, ownRates: [], chargesByItself: false }
  await owner.client.fund.saveFeePolicy({ body: { ...policy, kind: 'management', rate: '2', period: 'half-year' } })
  await owner.client.fund.saveFeePolicy({ body: { ...policy, kind: 'performance', rate: '20', period: 'year' } })
  await closeSession(app, account, '2026-03-04', '100000.00')

  // 15 May: 5,500.00 go to all by units, at the close of 14 May: 110,000.00 / 10,000 = 11.00.
  // The fees count from 5 March: 70 days up to 13 May at 10.00, and 14 May at 11.00.
  await closeSession(app, account, '2026-05-14', '110000.00')
  await goTo('2026-05-15')
  hold(70, 10)
  hold(1, 11)
  const parts = partsOf(5500)
  const date = '2026-05-15'
  const asked = { accountId, date, amount: cents('5500.00'), leftInIds: [] }
  const preview = await owner.client.fund.previewDistribution({ body: asked })
  const shown = preview.lines
    .filter(({ isLeftIn, part }) => !isLeftIn && part > 0n)
    .map(({ memberId, part }) => ({ memberId, amount: part }))
  expect(names.map((name) => dollars(shown.find(({ memberId }) => memberId === ids[name])?.amount ?? 0n))).toEqual(
    parts.map(text),
  )
  await owner.client.fund.recordDistribution({ body: { ...asked, description: 'Profit', parts: shown } })
  for (const part of parts.filter((one) => one > 0)) await moveMoney(app, account, date, text(-part))
  const [annsPart = 0, bensPart = 0] = parts
  const before = hand.ann.units
  const distributed = leave(hand.ann, annsPart, 11)
  leave(hand.ben, bensPart, 11)
  kept *= (before - distributed.managementUnits - distributed.performanceUnits) / before
  noteFees(date, distributed)
  note(date, 'Retribution', -annsPart, -distributed.units)

  // 30 June: 107,350.00; the first half-year ends. 46 days from 15 May to 29 June at 11.00, and 30 June.
  await closeSession(app, account, '2026-06-30', '107350.00')
  await goTo('2026-07-01')
  const june = 107_350 / allUnits()
  hold(46, 11)
  hold(1, june)
  const halfYear = payers.map((member) => {
    const held = member.units
    const paid = charge(member, june, false)
    if (member === hand.ann) {
      kept *= (held - paid.managementUnits) / held
      noteFees('2026-07-01', paid)
    }
    return paid
  })
  const inJuly = await owner.client.fund.previewCharge({ body: { accountId, endDay: '2026-06-30' } })
  expect(inJuly.lines.map(({ kind, fee }) => [kind, dollars(fee)])).toEqual(
    halfYear.map(({ management }) => ['management', text(management)]),
  )
  await owner.client.fund.chargeFees({
    body: { accountId, endDay: '2026-06-30', isWaived: false, total: inJuly.total },
  })

  // 15 September: Ann takes out 10,000.00 at the close of 14 September. 75 days from 1 July to 13 September.
  await closeSession(app, account, '2026-09-14', '112000.00')
  await goTo('2026-09-15')
  const september = 112_000 / allUnits()
  hold(75, june)
  hold(1, september)
  await owner.client.member.createRetribution({
    body: { accountId, memberId: ids.ann, amount: cents('10000.00'), date: '2026-09-15', description: 'A car' },
  })
  await moveMoney(app, account, '2026-09-15', '-10000.00')
  const held = hand.ann.units
  const withdrawn = leave(hand.ann, 10_000, september)
  kept *= (held - withdrawn.managementUnits - withdrawn.performanceUnits) / held
  noteFees('2026-09-15', withdrawn)
  note('2026-09-15', 'Retribution', -10_000, -withdrawn.units)

  // 31 December: 108,500.00; the half-year and the year end. 107 days from 15 September to 30 December.
  await closeSession(app, account, '2026-12-31', '108500.00')
  await goTo('2027-01-04')
  const december = 108_500 / allUnits()
  hold(107, september)
  hold(1, december)
  const year = payers.map((member) => {
    const own = member.units
    const paid = charge(member, december, true)
    if (member === hand.ann) {
      kept *= (own - paid.managementUnits - paid.performanceUnits) / own
      noteFees('2027-01-01', paid)
    }
    return paid
  })
  const inJanuary = await owner.client.fund.previewCharge({ body: { accountId, endDay: '2026-12-31' } })
  expect(inJanuary.lines.map(({ kind, fee }) => [kind, dollars(fee)])).toEqual(
    year.flatMap(({ management, performance }) => [
      ['management', text(management)],
      ['performance', text(performance)],
    ]),
  )
  await owner.client.fund.chargeFees({
    body: { accountId, endDay: '2026-12-31', isWaived: false, total: inJanuary.total },
  })

  // 3 March: the year's last close, 113,000.00. 61 days from 1 January to 2 March, and 3 March have accrued.
  await closeSession(app, account, '2027-03-03', '113000.00')
  await goTo('2027-03-04')
  const march = 113_000 / allUnits()
  hold(61, december)
  hold(1, march)
  const [accruedManagement, accruedPerformance] = dueAt(hand.ann, march, true)
  const value = partsOf(113_000)[0] ?? 0

  // The derivation of what has been charged on 30 June: days, units, unit values, and what leaving has paid.
  const derived = await owner.client.fund.deriveFee({
    params: { accountId, endDay: '2026-06-30', memberId: ids.ann },
  })
  expect(derived.days.map(({ from, to, count, unitValue }) => [from, to, count, Number(unitValue)])).toEqual([
    ['2026-03-05', '2026-05-13', 70, 10],
    ['2026-05-14', '2026-05-14', 1, 11],
    ['2026-05-15', '2026-06-29', 46, 11],
    ['2026-06-30', '2026-06-30', 1, 11.3],
  ])
  expect(dollars(derived.paid)).toBe(text(distributed.management))
  for (const { count, units, unitValue, fee } of derived.days)
    expect(Number(fee)).toBeCloseTo(Number(units) * Number(unitValue) * 0.02 * (count / 365), 7)
  const sumOfDays = derived.days.reduce((total, { fee }) => total + Number(fee), 0)
  expect(text(sumOfDays - distributed.management)).toBe(text(halfYear[0]?.management ?? 0))
  expect(Number(derived.sum)).toBeCloseTo(sumOfDays - distributed.management, 7)

  const params = { accountId, memberId: ids.ann, from: '2026-03-04', to: '2027-03-03' }
  const statement = await owner.client.fund.findStatement({ params })
  expect(statement.lines.map(({ day, what, amount, units }) => [day, what, dollars(amount), units])).toEqual(lines)
  expect(dollars(statement.closing.value)).toBe(text(value))
  expect(statement.closing.units).toBe(hand.ann.units.toFixed(8))
  expect(Number(statement.closing.unitValue)).toBeCloseTo(march, 8)
  // Opening 0.00 + lines + result = closing balance; no position is open, so all of the result is realised.
  const sum = lines.reduce((total, [, , amount]) => total + Number(amount), 0)
  expect(dollars(statement.realised)).toBe(text(value - sum))
  expect([statement.unrealisedChange, statement.expenses]).toEqual([0n, 0n])
  expect(statement.accrued).toEqual({
    management: wire(accruedManagement),
    performance: wire(accruedPerformance),
    net: wire(value - accruedManagement - accruedPerformance),
  })
  // Time-weighted: 10.00 to the last unit value, less the part of the units that went for fees.
  expect(statement.period.timeWeighted?.percent).toBeCloseTo(((kept * march) / 10 - 1) * 100, 2)
  expect(statement.period.fundTimeWeighted.percent).toBeCloseTo((march / 10 - 1) * 100, 2)
  // Money-weighted: the yearly rate at which what Ann paid in grows to what she got and has; fees are no flow.
  const flows: [string, number][] = [
    ['2026-03-04', 60_000],
    ['2026-05-15', -annsPart],
    ['2026-09-15', -10_000],
  ]
  expect(statement.period.internalRate.percent).toBeCloseTo(rateByHalving(flows, value, '2027-03-03') * 100, 1)

  const { unmatchedMovements } = await owner.client.fund.findBooks({ params: { accountId } })
  expect(unmatchedMovements).toEqual([])
  const csv = await owner.client.reportDelivery.generateCsv({
    body: {
      report: 'member-capital-account',
      filter: [
        { nomenclatorConfigNameKey: 'account', selectedItem: accountId },
        { nomenclatorConfigNameKey: 'member', selectedItem: ids.ann },
        { nomenclatorConfigNameKey: 'period', selectedItem: ['2026-03-04', '2027-03-03'] },
      ],
    },
  })
  expect(await csv.content.text()).toContain(`Net value,${text(value - accruedManagement - accruedPerformance)}`)
  await expectToDeriveEarnings(value - sum + feesOf(lines))
})

const feesOf = (lines: readonly [string, string, string, string][]): number =>
  lines.filter(([, what]) => what.endsWith('fee')).reduce((sum, [, , amount]) => sum + Number(amount), 0)

/** What earned Ann's money has the fees among its lines and among its closes, and adds up to her profit. */
async function expectToDeriveEarnings(profit: number): Promise<void> {
  const ann = await app.signUp([])
  await app.services.db.updateTable('member').set({ user_id: ann.user.id }).where('id', '=', ids.ann).execute()
  const span = { from: '2026-03-04', to: '2027-03-03', grouping: 'INSTRUMENT' } as const
  const number = (shown: string | undefined): number => Number((shown ?? '').replaceAll(/[$,%]/g, ''))
  for (const figure of ['profit', 'fees', 'contribution'] as const) {
    const body = { accountId: account.id, memberId: ids.ann, ...span, figure }
    const [byLine, byClose] = await Promise.all(
      (['TOTAL', 'PERIOD'] as const).map((kind) => ann.client.fund.deriveMyLine({ body: { ...body, kind } })),
    )
    for (const { rows, result, parts } of [byLine!, byClose!]) {
      const feeRows = rows.filter(([name]) => name!.endsWith('fee'))
      expect(feeRows.every((cells) => number(cells.at(-1)) < 0)).toBe(true)
      const sum = rows.reduce((total, cells) => total + number(cells.at(-1)), 0)
      const rounding = parts.find(({ label }) => label === 'Rounding')
      expect(sum + number(rounding?.value ?? '0')).toBeCloseTo(number(result), 4)
      expect(Math.abs(number(rounding?.value ?? '0'))).toBeLessThan(0.1)
    }
    expect(byLine!.result).toBe(byClose!.result)
    expect(byLine!.rows.map(([name]) => name)).toEqual(expect.arrayContaining(['Management fee', 'Performance fee']))
    expect(byClose!.rows.map(([name]) => name)).toContain('2027-01-01 Performance fee')
    if (figure !== 'profit') continue
    expect(number(byLine!.result)).toBeCloseTo(profit, 2)
    const [, end, start, paidIn, paidOut] = byLine!.parts.map(({ value }) => number(value))
    expect(end! - start! - paidIn! + paidOut!).toBeCloseTo(profit, 2)
    expect(paidOut).toBeGreaterThan(10_000)
  }
}

function rateByHalving(flows: readonly [string, number][], value: number, end: string): number {
  const worth = (rate: number): number =>
    flows.reduce(
      (sum, [day, amount]) => sum + amount * (1 + rate) ** ((Date.parse(end) - Date.parse(day)) / dayMs / 365),
      0,
    )
  let [low, high] = [-0.9, 5]
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (worth(middle) > value) high = middle
    else low = middle
  }
  return low
}

// Where the figures come from, in the demonstration's year: every figure of every line of the fund, and of a member's
// own part, is the rounded sum of its closes, and every figure of the total and of joined lines the sum of its lines and
// of the closes; nobody else reads it.
import {
  closedLines,
  joinClosed,
  joinLines,
  lineFigures,
  type Attribution,
  type AttributionLine,
  type DerivedKind,
  type LineDerivation,
  type LineFigure,
} from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemonstration, type Demonstration } from '../../../testing/demonstration.ts'
import { fillSimulatedMarket } from '../../market/fill-simulated-market.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import type { TestUser } from '../../../testing/test-app.ts'

let app: Demonstration
let manager: TestUser
let accountId: string
let member: TestUser
let memberId: string

beforeAll(async () => {
  app = await startDemonstration({ hasClub: true })
  await fillSimulatedMarket(app.services)
  manager = await app.signInAs('manager')
  ;({ account_id: accountId } = await app.services.db.selectFrom('fund').select('account_id').executeTakeFirstOrThrow())
  const rows = await manager.client.member.searchParticipationByAccount({ params: { accountId } })
  ;({ memberId } = rows.find((row) => row.memberId !== accountId)!)
  member = await app.signUp([])
  await app.services.db.updateTable('member').set({ user_id: member.user.id }).where('id', '=', memberId).execute()
})
afterAll(() => app.stop())

const whole = { from: 'START', to: 'last' } as const
const number = (text: string): number => Number(text.replaceAll(/[$,%]/g, ''))
const shownOf = (line: Pick<AttributionLine, LineFigure>, figure: LineFigure): number | null =>
  figure === 'contribution' || figure === 'excess' || figure === 'weight' || figure === 'daysHeld'
    ? line[figure]
    : Number(line[figure]) / 100

/** The rows add up to the sum that a derivation states, which rounds to the figure. */
function expectToSum({ parts, rows, result }: LineDerivation, shown: number): void {
  const [sum, rounding] = parts.map(({ value }) => number(value))
  expect(number(result)).toBe(shown)
  expect(sum! + rounding!).toBeCloseTo(shown, 5)
  const added = rows.reduce((all, row) => all + number(row.at(-1)!), 0)
  // Rows are written with six decimals.
  expect(Math.abs(added - sum!)).toBeLessThan(1e-6 * (rows.length + 1))
}

const summed: readonly LineFigure[] = ['profit', 'price', 'income', 'fees', 'contribution']
const isSummed = ({ kind }: AttributionLine) => ['LINES', 'CASH', 'EXPENSES', 'NOT_EXPLAINED'].includes(kind)

/** Returns how many figures of the lines were derived and found to be their sums. */
async function deriveLines(
  { lines }: Attribution,
  figures: readonly LineFigure[],
  derive: (line: AttributionLine, figure: LineFigure) => Promise<LineDerivation>,
): Promise<number> {
  let count = 0
  for (const line of lines.filter(isSummed))
    for (const figure of figures) {
      const shown = shownOf(line, figure)
      if (shown === null) continue
      expectToSum(await derive(line, figure), shown)
      count += 1
    }
  return count
}

test.each([
  ['INSTRUMENT', summed],
  ['SECTOR', ['profit', 'contribution']],
  ['SIDE', ['profit', 'contribution']],
] as const)('every figure of the fund by %s is the sum of its closes', async (grouping, figures) => {
  const found = await manager.client.fund.findAttribution({ params: { accountId, ...whole, grouping } })
  const count = await deriveLines(found, figures, ({ kind, name }, figure) =>
    manager.client.fund.deriveLine({ body: { accountId, ...whole, grouping, kind, name, figure } }),
  )
  expect(count).toBe(found.lines.length * figures.length)
})

test("every figure of a member's own part is the sum of their parts of the closes, each with its share", async () => {
  const asked = { accountId, memberId, ...whole, grouping: 'INSTRUMENT' as const }
  const found = await member.client.fund.findMyAttribution({ params: asked })
  const count = await deriveLines(found, summed, ({ kind, name }, figure) =>
    member.client.fund.deriveMyLine({ body: { ...asked, kind, name, figure } }),
  )
  expect(count).toBeGreaterThan(50)
  const { kind, name } = found.lines[0]!
  const derived = await member.client.fund.deriveMyLine({ body: { ...asked, kind, name, figure: 'profit' } })
  expect(derived.columns).toEqual(['Close', 'Value before', 'Value now', 'Net cash', 'Profit', 'Share', 'Own part'])
  for (const [, before, now, net, profit, share, own] of derived.rows.map((cells) => cells.map(number))) {
    expect(now! - before! + net!).toBeCloseTo(profit!, 2)
    expect((profit! * share!) / 100).toBeCloseTo(own!, 3)
  }
})

test('excess contributions are the sum of their closes, also that of Cash, of the fund and of a member', async () => {
  const span = { ...whole, grouping: 'INSTRUMENT' as const }
  const fund = await manager.client.fund.findAttribution({
    params: { accountId, ...span },
    query: { benchmark: 'SPY' },
  })
  const own = await member.client.fund.findMyAttribution({
    params: { accountId, memberId, ...span },
    query: { benchmark: 'SPY' },
  })
  expect(fund.benchmark?.gap).toBeNull()
  for (const line of [...fund.lines.slice(0, 4), fund.lines.find(({ kind }) => kind === 'CASH')!]) {
    const { kind, name } = line
    const body = { accountId, ...span, kind, name, figure: 'excess' as const, benchmark: 'SPY' }
    expectToSum(await manager.client.fund.deriveLine({ body }), line.excess!)
    const part = own.lines.find((one) => one.name === name)!
    expectToSum(await member.client.fund.deriveMyLine({ body: { ...body, memberId } }), part.excess!)
  }
})

const sumFigures: readonly LineFigure[] = [...summed, 'excess']
const part = ({ parts }: LineDerivation, label: string): number => {
  const found = parts.find((one) => one.label.startsWith(label))
  if (!found) throw new Error(`There is no part ${label}.`)
  return number(found.value)
}

interface Asked {
  readonly kind: DerivedKind
  readonly name?: string
  readonly figure: LineFigure
  readonly joinsClosed?: boolean
  readonly from?: string
  readonly to?: string
}

/** The table with its benchmark and what it derives, of the fund and of a member. */
async function bothTables(span: { readonly from: string; readonly to: string } = whole) {
  const params = { accountId, ...span, grouping: 'INSTRUMENT' as const }
  const query = { benchmark: 'SPY' }
  return [
    {
      found: await manager.client.fund.findAttribution({ params, query }),
      derive: (asked: Asked) => manager.client.fund.deriveLine({ body: { ...params, ...query, ...asked } }),
    },
    {
      found: await member.client.fund.findMyAttribution({ params: { ...params, memberId }, query }),
      derive: (asked: Asked) => member.client.fund.deriveMyLine({ body: { ...params, ...query, memberId, ...asked } }),
    },
  ] as const
}

/** The last cells of the rows add up exactly to the figure; each row is of a line that the same call derives. */
function expectToAddUp({ rows, result, derivable }: LineDerivation, shown: number): void {
  const added = rows.reduce((all, row) => all + Math.round(number(row.at(-1)!) * 100), 0)
  expect(added).toBe(Math.round(shown * 100))
  expect(number(result)).toBe(shown)
  expect(derivable.map(({ name }) => name)).toEqual(rows.map(([name]) => name))
}

test('every figure of the total is the sum of its lines, with closed positions one by one and joined', async () => {
  for (const { found, derive } of await bothTables())
    for (const joinsClosed of [false, true]) {
      const lines = joinClosed(found.lines, { grouping: 'INSTRUMENT', hasClosed: !joinsClosed })
      for (const figure of sumFigures) {
        const derived = await derive({ kind: 'TOTAL', figure, joinsClosed })
        expectToAddUp(derived, shownOf({ ...found.total, weight: null, daysHeld: 0 }, figure)!)
        expect(part(derived, 'Sum of the lines')).toBe(number(derived.result))
        expect(derived.rows.map((row) => row[0])).toEqual(lines.map(({ name }) => name))
        expect(derived.derivable.some(({ kind }) => kind === 'CLOSED')).toBe(joinsClosed)
      }
    }
})

test('the profit is value at the end less value at the start less payments, in every month', async () => {
  for (let month = 4; month <= 12; month += 1) {
    const from = `2025-${String(month).padStart(2, '0')}-01`
    const to = new Date(Date.UTC(2025, month, 0)).toISOString().slice(0, 10)
    for (const { found, derive } of await bothTables({ from, to })) {
      const derived = await derive({ kind: 'TOTAL', figure: 'profit' })
      const profit =
        part(derived, 'Value at the end') -
        part(derived, 'Value at the start') -
        part(derived, 'Paid in') +
        part(derived, 'Paid out')
      expect(profit).toBeCloseTo(Number(found.total.profit) / 100, 4)
    }
  }
})

test('the contribution of the total is the time-weighted return, and its excess that less the benchmark', async () => {
  const [fund] = await bothTables()
  const derived = await fund.derive({ kind: 'TOTAL', figure: 'contribution' })
  const growth = part(derived, 'Unit value at the end') / part(derived, 'Unit value at the start')
  expect((growth - 1) * 100).toBeCloseTo(fund.found.total.contribution!, 2)
  const excess = await fund.derive({ kind: 'TOTAL', figure: 'excess' })
  expect(part(excess, 'Return of the period') - part(excess, 'Return of SPY')).toBeCloseTo(fund.found.total.excess!, 6)
})

test('every figure of the period is the sum of its closes and fees, and so is the return of the benchmark', async () => {
  for (const { found, derive } of await bothTables()) {
    for (const figure of sumFigures) {
      const derived = await derive({ kind: 'PERIOD', figure })
      expectToSum(derived, shownOf({ ...found.total, weight: null, daysHeld: 0 }, figure)!)
      expect(derived.rows.length).toBeGreaterThanOrEqual(found.closes)
      // At most a cent or a hundredth of a percent point for each line.
      expect(Math.abs(part(derived, 'Rounding'))).toBeLessThan(found.lines.length / 100)
    }
    expectToSum(await derive({ kind: 'BENCHMARK', figure: 'contribution' }), found.benchmark!.percent!)
  }
  const [fund, own] = await bothTables()
  const { columns, rows } = await fund.derive({ kind: 'PERIOD', figure: 'profit' })
  expect(columns).toEqual(['Close', 'Value before', 'Value now', 'Paid in or out', 'Expenses', 'Profit'])
  for (const [, before, now, paid, expenses, profit] of rows.map((cells) => cells.map(number)))
    expect(now! - before! - paid! - expenses!).toBeCloseTo(profit!, 2)
  expect(rows.some((cells) => number(cells[3]!) !== 0)).toBe(true)
  // What others paid in or out is none of a member's.
  expect((await own.derive({ kind: 'PERIOD', figure: 'profit' })).columns).not.toContain('Paid in or out')
})

test('every figure of closed positions as one line is the sum of theirs, and each of them can be derived', async () => {
  for (const { found, derive } of await bothTables()) {
    const closed = closedLines(found.lines)
    expect(closed.length).toBeGreaterThan(1)
    const joined = joinLines(`${closed.length} closed positions`, closed)
    for (const figure of [...sumFigures, 'weight'] as const)
      expectToAddUp(await derive({ kind: 'CLOSED', figure }), shownOf(joined, figure)!)
    const held = await derive({ kind: 'CLOSED', figure: 'daysHeld' })
    expect(Math.max(...held.rows.map((row) => Number(row.at(-1))))).toBe(joined.daysHeld)
    expect(held.result).toBe(String(joined.daysHeld))
    for (const [index, { kind, name }] of held.derivable.entries()) {
      const { result } = await derive({ kind, name, figure: 'daysHeld' })
      expect(result).toBe(held.rows[index]!.at(-1))
    }
  }
})

test('long and short of the treemap are the sums of their lines', async () => {
  for (const { found, derive } of await bothTables()) {
    const sides = await Promise.all(
      (['LONG', 'SHORT'] as const).map((kind) => derive({ kind, figure: 'contribution', joinsClosed: true })),
    )
    const lines = joinClosed(found.lines, { grouping: 'INSTRUMENT', hasClosed: false })
    const of = (isShort: boolean) => lines.filter(({ kind, weight }) => kind === 'LINES' && weight! < 0 === isShort)
    expect(sides.map(({ title }) => title)).toEqual(['Contribution of Long', 'Contribution of Short'])
    for (const [index, side] of sides.entries()) expectToAddUp(side, joinLines('', of(index === 1)).contribution!)
  }
})

test("a member's derivations have nothing of another member", async () => {
  const others = await app.services.db
    .selectFrom('member')
    .select(['last_name', 'id'])
    .where('id', '<>', memberId)
    .execute()
  const [, own] = await bothTables()
  for (const kind of ['TOTAL', 'PERIOD', 'CLOSED', 'LONG', 'BENCHMARK'] as const)
    for (const figure of ['profit', 'fees', 'contribution'] as const) {
      const text = JSON.stringify(await own.derive({ kind, figure }))
      expect(others.filter(({ last_name: name, id }) => text.includes(name) || text.includes(id))).toEqual([])
    }
})

test('weights and days held say what they are made of', async () => {
  const found = await manager.client.fund.findAttribution({ params: { accountId, ...whole, grouping: 'INSTRUMENT' } })
  const derive = ({ kind, name }: AttributionLine, figure: LineFigure) =>
    manager.client.fund.deriveLine({ body: { accountId, ...whole, grouping: 'INSTRUMENT', kind, name, figure } })
  for (const line of found.lines.filter(({ kind }) => kind === 'LINES')) {
    const weight = await derive(line, 'weight')
    expect(number(weight.parts[0]!.value) / found.closes).toBeCloseTo(line.weight!, 2)
    const held = await derive(line, 'daysHeld')
    expect(Math.max(...held.rows.map((row) => Number(row[2])))).toBe(line.daysHeld)
  }
  const cash = await derive(
    found.lines.find(({ kind }) => kind === 'CASH')!,
    'weight',
  )
  expect(100 - cash.rows.reduce((sum, row) => sum + number(row[1]!), 0)).toBeCloseTo(number(cash.result), 0)
})

test('each kind of line of a member answers every figure', async () => {
  const asked = { accountId, memberId, ...whole, grouping: 'INSTRUMENT' as const }
  const { lines } = await member.client.fund.findMyAttribution({ params: asked })
  for (const { kind, name } of lines.filter(({ kind }) => kind !== 'LINES'))
    for (const figure of lineFigures) {
      const { title, rows } = await member.client.fund.deriveMyLine({ body: { ...asked, kind, name, figure } })
      expect(title).toMatch(name)
      expect(rows.every((row) => row.every((cell) => typeof cell === 'string'))).toBe(true)
    }
})

test('nobody else reads a derivation, and a line that is not there has none', async () => {
  const asked = { accountId, ...whole, grouping: 'INSTRUMENT', kind: 'CASH', name: 'Cash', figure: 'profit' } as const
  expect(await refusalOf(member.client.fund.deriveLine({ body: asked }))).toBe('404 notFound')
  expect(await refusalOf(manager.client.fund.deriveMyLine({ body: { ...asked, memberId } }))).toBe('404 notFound')
  expect(await refusalOf(manager.client.fund.deriveLine({ body: { ...asked, name: 'Money' } }))).toBe('404 notFound')
})

test('sums that the screen does not show have no derivation', async () => {
  const asked = { accountId, ...whole, grouping: 'INSTRUMENT', figure: 'profit' } as const
  const refused = (more: Asked) => refusalOf(manager.client.fund.deriveLine({ body: { ...asked, ...more } }))
  expect(await refused({ kind: 'TOTAL', figure: 'weight' })).toBe('404 notFound')
  expect(await refused({ kind: 'PERIOD', figure: 'daysHeld' })).toBe('404 notFound')
  expect(await refused({ kind: 'BENCHMARK', figure: 'contribution' })).toBe('404 notFound')
  expect(await refused({ kind: 'CASH', figure: 'profit' })).toBe('404 notFound')
  const lastDay = { ...asked, from: 'DAY', kind: 'CLOSED' } as const
  const { lines } = await manager.client.fund.findAttribution({ params: lastDay })
  expect(closedLines(lines).length).toBeLessThan(2)
  expect(await refusalOf(manager.client.fund.deriveLine({ body: lastDay }))).toBe('404 notFound')
  expect(await refusalOf(member.client.fund.deriveLine({ body: { ...asked, kind: 'TOTAL' } }))).toBe('404 notFound')
})

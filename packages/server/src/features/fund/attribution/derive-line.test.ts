// Where the figures of a line come from, in the demonstration's year: every figure of every line of the fund, and of a
// member's own part, is the rounded sum of its closes; nobody else reads it.
import {
  lineFigures,
  type Attribution,
  type AttributionLine,
  type Derivation,
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
const shownOf = (line: AttributionLine, figure: LineFigure): number | null =>
  figure === 'contribution' || figure === 'excess' || figure === 'weight' || figure === 'daysHeld'
    ? line[figure]
    : Number(line[figure]) / 100

/** The rows add up to the sum that a derivation states, which rounds to the figure. */
function expectToSum({ parts, rows, result }: Derivation, shown: number): void {
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
  derive: (line: AttributionLine, figure: LineFigure) => Promise<Derivation>,
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

// A member's home: its figures are those of Account Mapping and of the statements to the cent, and nothing of another
// member is in any answer.
import { formatCents } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, closeSession, linkAccount, makeMember, type LinkedAccount } from '../../../testing/factories.ts'
import { makeFundOfTwo } from '../../../testing/fund-of-two.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
let manager: TestUser
let joana: TestUser
let account: LinkedAccount
let ann: string
let jo: string

/** The fund of two members with a close in March, and a payment after it. */
beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'], 'Maria')
  joana = await app.signUp([], 'Joana')
  ;({ account, ann, joana: jo } = await makeFundOfTwo(app, manager))
  await link(jo, joana)
  await closeSession(app, account, '2026-03-03', '1260.00', '20.00')
  await manager.client.member.createContribution({
    body: { accountId: account.id, memberId: jo, amount: cents('40.00'), date: '2026-03-04', description: 'in' },
  })
})
afterAll(() => app.stop())

const link = (memberId: string, { user }: TestUser) =>
  app.services.db.updateTable('member').set({ user_id: user.id }).where('id', '=', memberId).execute()
const mine = async (user: TestUser = joana) => user.client.fund.findMyParticipations()
const home = (memberId: string, by: TestUser = joana) =>
  by.client.fund.findMyHome({ params: { accountId: account.id, memberId } })
const textOf = (answer: unknown): string =>
  JSON.stringify(answer, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

test('every figure is the one of Account Mapping, and of the statement since the opening', async () => {
  const [own] = await mine()
  const shown = await home(jo)
  const rows = await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })
  const row = rows.find(({ memberId }) => memberId === jo)!
  const { value, amount, profitLostAmount, participationPercent, units, realProfit, floatingProfit } = row
  expect(own).toMatchObject({
    value,
    amount,
    profitLostAmount,
    participationPercent,
    units,
    realProfit,
    floatingProfit,
    figuresOf: 'close of 2026-03-03',
    // The last day has the payment after that close too.
    asOf: '2026-03-04',
  })

  const { closing, lines, sinceStart } = await joana.client.fund.findMyStatement({
    params: { accountId: account.id, memberId: jo, from: own!.openingDay, to: own!.asOf },
  })
  expect(own).toMatchObject({ value: closing.value, units: closing.units, unitValue: closing.unitValue })
  expect(own).toMatchObject({
    since: sinceStart.timeWeighted?.from,
    timeWeighted: sinceStart.timeWeighted?.percent,
    internalRate: sinceStart.internalRate,
  })
  expect(shown.entries).toEqual(lines)
  expect(shown.history.at(-1)![1]).toBe(Number(formatCents(closing.value)))
})

test('the line begins with the first units, and each payment is at the first point that contains it', async () => {
  const { history, payments } = await home(jo)
  const dayOf = ([ms]: readonly [number, number]) => new Date(ms).toISOString().slice(0, 10)
  expect(history.map(dayOf)).toEqual([
    '2026-02-02',
    '2026-02-03',
    '2026-02-13',
    '2026-02-17',
    '2026-02-18',
    '2026-03-03',
    '2026-03-04',
  ])
  expect(payments.map((point) => [dayOf(point), point[1]])).toEqual([
    ['2026-02-02', 500],
    ['2026-02-17', 100],
    ['2026-02-18', 50],
    ['2026-03-04', 40],
  ])
})

test('a fund is called by its club, else by its manager, and never by its account alone', async () => {
  expect(await mine()).toMatchObject([{ fund: 'Fund of Maria Example', manager: 'Maria Example' }])
  await manager.client.club.saveClub({ body: { accountId: account.id, name: 'Harbour Club' } })
  expect(await mine()).toMatchObject([{ fund: 'Harbour Club' }])
})

test('nothing of another member is in the answers, and nobody reads the home of another one', async () => {
  const [own, shown] = [await mine(), await home(jo)]
  expect(textOf([own, shown])).not.toMatch(/Secretive|Ann\b/)
  expect(textOf([own, shown])).not.toContain(ann)
  expect(textOf([own, shown])).not.toContain(account.number)
  const stranger = await app.signUp(['MANAGERS'])
  const refusals = [home(ann), home(account.id), home(jo, stranger), home(jo, manager)]
  expect(await Promise.all(refusals.map(refusalOf))).toEqual(refusals.map(() => '404 notFound'))
})

test('a member who left keeps their final figures, their line up to that day and their entries', async () => {
  await manager.client.member.createRetribution({
    body: {
      accountId: account.id,
      memberId: jo,
      amount: (await mine())[0]!.value,
      date: '2026-03-04',
      description: 'leaves',
    },
  })
  const [left] = await mine()
  expect(left).toMatchObject({ value: 0n, units: '0.00000000', since: '2026-02-02', until: '2026-03-04' })
  expect(left!.profitLostAmount > 0n).toBe(true)
  expect(left!.timeWeighted).toBeGreaterThan(0)
  for (const day of ['2026-03-04', '2026-03-05']) await closeSession(app, account, day, '700.00', '10.00')
  const { history, entries } = await home(jo)
  expect(new Date(history.at(-1)![0]).toISOString().slice(0, 10)).toBe('2026-03-04')
  expect(history.at(-1)![1]).toBe(0)
  expect(entries.at(-1)).toMatchObject({ day: '2026-03-04', what: 'Retribution' })
})

test('what waits for its first close is neither new nor worth anything, and a reversed entry leaves a member new', async () => {
  const bo = await app.signUp([], 'Bo')
  const member = await makeMember(manager, 'Bo', 'Lund')
  await link(member, bo)
  const { id: accountId } = await linkAccount(app, manager, '2026-03-02', '1000.00')
  await manager.client.fund.setDealing({ body: { accountId, dealing: 'of-the-day' } })
  const { id } = await manager.client.member.createContribution({
    body: { accountId, memberId: member, amount: cents('10.00'), date: '2026-03-04', description: 'in' },
  })
  expect(await mine(bo)).toMatchObject([{ isNew: false, since: null, value: 0n, internalRate: { percent: null } }])
  expect(await bo.client.fund.findMyHome({ params: { accountId, memberId: member } })).toEqual({
    history: [],
    payments: [],
    entries: [],
  })
  await manager.client.member.deleteContribution({ body: { id } })
  expect(await mine(bo)).toMatchObject([{ isNew: true, since: null }])
})

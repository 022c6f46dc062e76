// Capital account statements through the API: they add up to the cent, follow one another, and members see only their
// own.
import type { CapitalStatement } from '@clubfolio/contract'
import { formatCents, type Cents } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, closeSession, type LinkedAccount } from '../../../testing/factories.ts'
import { makeFundOfTwo } from '../../../testing/fund-of-two.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
let manager: TestUser
let joana: TestUser
let account: LinkedAccount
let ann: string
let jo: string

/** The fund of two members, with an expense of 20.00 and a close in March. */
beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'], 'Maria')
  joana = await app.signUp(['INVESTORS'], 'Joana')
  ;({ account, ann, joana: jo } = await makeFundOfTwo(app, manager))
  await app.services.db.updateTable('member').set({ user_id: joana.user.id }).where('id', '=', jo).execute()
  await manager.client.fund.recordExpense({
    body: { accountId: account.id, date: '2026-02-18', amount: cents('20.00'), description: 'fee' },
  })
  await closeSession(app, account, '2026-03-03', '1260.00', '20.00')
})
afterAll(() => app.stop())

const statement = (memberId: string, from: string, to: string, by = manager) =>
  by.client.fund.findStatement({ params: { accountId: account.id, memberId, from, to } })

function closingByHand({ opening, lines, realised, unrealisedChange, expenses }: CapitalStatement): bigint {
  return opening.value + lines.reduce((sum, line) => sum + line.amount, 0n) + realised + unrealisedChange - expenses
}

test.each([
  ['2026-02-02', '2026-03-04'],
  ['2026-02-03', '2026-02-13'],
  ['2026-02-14', '2026-02-18'],
  ['2026-02-19', '2026-03-04'],
])('from %s to %s opening, dealings and results add up to the closing balance for every holder', async (from, to) => {
  for (const holder of [ann, jo, account.id]) {
    const one = await statement(holder, from, to)
    expect(formatCents(closingByHand(one) as Cents)).toBe(formatCents(one.closing.value))
  }
})

test('the closing balance is the next opening balance, and the last one is the value on the screen', async () => {
  const first = await statement(jo, '2026-02-02', '2026-02-16')
  const second = await statement(jo, '2026-02-17', '2026-03-04')
  expect(second.opening).toEqual(first.closing)
  const rows = await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })
  expect(second.closing.value).toBe(rows.find((row) => row.memberId === jo)?.value)
  expect(second.lines).toMatchObject([{ what: 'Transfer', amount: cents('50.00') }])
  expect(second.expenses > 0n).toBe(true)
})

test('a period that runs backwards is refused in words', async () => {
  await expect(statement(jo, '2026-03-04', '2026-02-02')).rejects.toThrow(
    'The first day 2026-03-04 lies after the last day 2026-02-02.',
  )
})

test('the PDF is a PDF, the same bytes for the same books', async () => {
  const print = () =>
    manager.client.fund.printStatement({
      params: { accountId: account.id, memberId: jo, from: '2026-02-02', to: '2026-03-04' },
    })
  const { fileName, content } = await print()
  expect(fileName).toBe(
    'Capital account statement - Paper - Joana Ferreira - Maria Example - 2026-02-02 to 2026-03-04.pdf',
  )
  const bytes = Buffer.from(content, 'base64')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.subarray(-6).toString()).toContain('%%EOF')
  expect((await print()).content).toBe(content)
})

test('the PDF is written in a thread, so that others are answered meanwhile', async () => {
  const { renderer } = app.services
  const { renderStatement } = renderer
  const written: string[] = []
  renderer.renderStatement = (of, nowMs) => (written.push(of.statement.memberId), renderStatement(of, nowMs))
  const params = { accountId: account.id, memberId: jo, from: '2026-02-02', to: '2026-03-04' }
  await Promise.all([manager.client.fund.printStatement({ params }), joana.client.fund.printMyStatement({ params })])
  renderer.renderStatement = renderStatement
  expect(written).toEqual([jo, jo])
})

test("a member who may sign in sees his own position and statements, the account masked, nobody else's name", async () => {
  const mine = await joana.client.fund.findMyParticipations()
  const rows = await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })
  const row = rows.find((one) => one.memberId === jo)!
  expect(mine).toMatchObject([
    {
      accountId: account.id,
      memberId: jo,
      accountNumber: `•••• ${account.number.slice(-4)}`,
      value: row.value,
      participationPercent: row.participationPercent,
      profitLostAmount: row.profitLostAmount,
    },
  ])
  const params = { accountId: account.id, memberId: jo, from: '2026-02-02', to: '2026-03-04' }
  const own = await joana.client.fund.findMyStatement({ params })
  const text = JSON.stringify([mine, own], (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  expect(text).not.toMatch(/Secretive|Ann/)
  expect(text).not.toContain(account.number)
  expect(
    Buffer.from((await joana.client.fund.printMyStatement({ params })).content, 'base64')
      .subarray(0, 4)
      .toString(),
  ).toBe('%PDF')
})

test("nobody reads another one's statement, whichever call is tried", async () => {
  const stranger = await app.signUp(['MANAGERS'])
  const params = { accountId: account.id, memberId: ann, from: '2026-02-02', to: '2026-03-04' }
  const answers = await Promise.allSettled([
    joana.client.fund.findMyStatement({ params }),
    joana.client.fund.printMyStatement({ params }),
    joana.client.fund.findStatement({ params }),
    joana.client.fund.findMyStatement({ params: { ...params, memberId: account.id } }),
    stranger.client.fund.findStatement({ params }),
    stranger.client.fund.printStatement({ params }),
    joana.client.member.searchParticipationByAccount({ params }),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: { status: 404 } })
  expect(await stranger.client.fund.findMyParticipations()).toEqual([])
})

test('before the opening and after today nothing is stated, in plain words', async () => {
  const refused = (from: string, to: string) =>
    statement(jo, from, to).then(
      () => 'stated',
      (error: { body: { refusal: string; error: string } }) => [error.body.refusal, error.body.error],
    )
  expect(await refused('2025-01-01', '2025-12-31')).toEqual([
    'statementBeforeOpening',
    'The fund opened on 2026-02-02; nothing is stated for 2025-01-01 to 2025-12-31.',
  ])
  expect(await refused('2026-01-01', '2026-02-01')).toEqual(['statementBeforeOpening', expect.any(String)])
  expect(await refused('2026-01-01', '2026-12-31')).toEqual([
    'statementAhead',
    'A statement is made for days up to 2026-03-04; 2026-12-31 is still to come.',
  ])
  expect(await refused('2027-01-01', '2027-12-31')).toEqual(['statementAhead', expect.any(String)])
  await expect(
    manager.client.fund.printStatement({
      params: { accountId: account.id, memberId: jo, from: '2027-01-01', to: '2027-12-31' },
    }),
  ).rejects.toMatchObject({ body: { refusal: 'statementAhead' } })
  await expect(
    joana.client.fund.findMyStatement({
      params: { accountId: account.id, memberId: jo, from: '2025-01-01', to: '2025-12-31' },
    }),
  ).rejects.toMatchObject({ body: { refusal: 'statementBeforeOpening' } })
})

test('each balance names the close that its figures are from', async () => {
  const { opening, closing } = await statement(jo, '2026-02-14', '2026-03-04')
  expect([opening.figuresOf, closing.figuresOf]).toEqual(['close of 2026-02-13', 'close of 2026-03-03'])
  const first = await statement(jo, '2026-02-01', '2026-02-02')
  expect([first.opening.figuresOf, first.closing.figuresOf]).toEqual([null, 'opening on 2026-02-02'])
})

test("the account's number is masked for its owner too, and the last day of a member is that of the last close", async () => {
  const masked = `•••• ${account.number.slice(-4)}`
  expect((await statement(jo, '2026-02-02', '2026-03-03')).accountNumber).toBe(masked)
  // The market day is the 4th, and its close is still to come.
  expect(await joana.client.fund.findMyParticipations()).toMatchObject([{ asOf: '2026-03-03' }])
})

test('two time-weighted returns name their days; those of a member of the first day are the same', async () => {
  const { period, sinceStart } = await statement(jo, '2026-02-14', '2026-03-03')
  expect(period.fundTimeWeighted).toMatchObject({ from: '2026-02-14', to: '2026-03-03' })
  expect(sinceStart.fundTimeWeighted).toMatchObject({ from: '2026-02-02', to: '2026-03-03' })
  for (const returns of [period, sinceStart]) expect(returns.timeWeighted).toEqual(returns.fundTimeWeighted)
  // Unallocated had given all of its units to the two on the opening day.
  const own = await statement(account.id, '2026-02-14', '2026-03-03')
  expect([own.period.timeWeighted, own.sinceStart.timeWeighted?.to]).toEqual([null, '2026-02-02'])
})

test('the report of a capital account states the days of the fund alone, and says why there is nothing', async () => {
  const read = (period: readonly [string, string]) =>
    manager.client.report.getStaticReportData({
      body: {
        report: 'member-capital-account',
        limit: 50,
        offset: 0,
        filter: [
          ['account', account.id],
          ['member', jo],
          ['period', period],
        ].map(([nomenclatorConfigNameKey, selectedItem]) => ({ nomenclatorConfigNameKey, selectedItem }) as never),
      },
    })
  expect(await read(['2025-01-01', '2025-12-31'])).toMatchObject({
    data: [],
    total: 0,
    basis: 'The fund opened on 2026-02-02; nothing is stated before it.',
  })
  expect(await read(['2027-01-01', '2027-12-31'])).toMatchObject({
    data: [],
    total: 0,
    basis: '2027-01-01 to 2027-12-31 is still to come; nothing is stated after 2026-03-04.',
  })
  const year = await read(['2026-01-01', '2026-12-31'])
  expect(year.basis).toBe('Figures of the close of 2026-03-03; 2026-03-04 is today, and nothing is stated after it')
  expect([year.data[0], year.data.at(-1)].map((row) => [row?.['what'], row?.['day']])).toEqual([
    ['Opening balance', '2026-02-02'],
    ['Closing balance', '2026-03-04'],
  ])
  const { closing } = await statement(jo, '2026-02-02', '2026-03-04')
  expect(year.data.at(-1)?.['amount']).toBe(Number(formatCents(closing.value)))
})

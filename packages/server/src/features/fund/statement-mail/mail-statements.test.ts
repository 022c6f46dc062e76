// Statements by mail: each member gets only their own, once, as a PDF that never changes after sending, with their
// allocation beside that of a closed year; a failing mail server is retried with the same files, and nobody else may
// order or read them.
import { Refusal } from '@clubfolio/contract'
import type { Mail, MailPort } from '../../../adapters/message/port.ts'
import { MessageFailure } from '../../../adapters/message/message-failure.ts'
import { createSmtp } from '../../../adapters/message/smtp.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../../kernel/id.ts'
import { cents, closeSession, linkAccount, makeMember, type LinkedAccount } from '../../../testing/factories.ts'
import { attachmentOf, startMailServer } from '../../../testing/mail-server.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { RendererStopped } from '../../../kernel/renderer-stopped.ts'
import { orderDueStatements } from '../statement/order-due-statements.ts'
import { sendDueStatements, sendStatementsOf } from './send-statements.ts'

let app: TestApp
let manager: TestUser
let joana: TestUser
let account: LinkedAccount
let ann: string
let jo: string
let silent: string
const sent: Mail[] = []
let failWith: MessageFailure | undefined
/** Receives the mail instead of the list above. */
let carrier: MailPort | undefined

beforeAll(async () => {
  app = await startTestApp({
    replace: () => ({
      mail: {
        send: (mail) => {
          if (carrier) return carrier.send(mail)
          if (failWith) return Promise.reject(failWith)
          sent.push(mail)
          return Promise.resolve()
        },
      },
    }),
  })
  manager = await app.signUp(['MANAGERS'], 'Maria')
  joana = await app.signUp(['INVESTORS'], 'Joana')
})
afterAll(() => app.stop())

/** Ann with an email address, Joana through her user, Sam with neither; half of the fund is unallocated. */
beforeEach(async () => {
  sent.length = 0
  failWith = undefined
  carrier = undefined
  account = await linkAccount(app, manager, '2026-02-02', '2000.00')
  ;[ann, jo, silent] = [
    await makeMember(manager, 'Ann', 'Keller'),
    await makeMember(manager, 'Joana', 'Ferreira'),
    await makeMember(manager, 'Sam', 'Silent'),
  ]
  await app.services.db.updateTable('member').set({ email: 'ann@example.test' }).where('id', '=', ann).execute()
  await app.services.db.updateTable('member').set({ user_id: joana.user.id }).where('id', '=', jo).execute()
  for (const memberId of [ann, jo, silent])
    await manager.client.member.createContribution({
      body: {
        accountId: account.id,
        memberId,
        amount: cents('300.00'),
        date: '2026-02-02',
        description: 'in',
        funding: 'opening',
      },
    })
  await closeSession(app, account, '2026-02-03', '2200.00')
})

const span = { from: '2026-02-02', to: '2026-02-27' }
const mail = (fields: object = {}, by = manager, key?: string) =>
  by.client.fund.mailStatements(
    { body: { accountId: account.id, ...span, ...fields } },
    key ? { idempotencyKey: key } : {},
  )
const settle = () => app.services.background.idle()
const list = () => manager.client.fund.findMailedStatements({ params: { accountId: account.id } })

test('all members of the period get their own statement as a PDF; those without an address are named', async () => {
  const answer = await mail()
  expect(answer).toMatchObject({ queued: 2, skipped: [{ memberId: silent, name: 'Sam Silent', because: 'no-email' }] })
  await settle()
  expect(sent.map((one) => one.to).toSorted()).toEqual(['ann@example.test', joana.email].toSorted())
  for (const one of sent) {
    expect(one.subject).toBe('Capital account statement 2026-02-02 to 2026-02-27')
    expect(one.text).not.toMatch(/\$|300/)
    expect(one.text).not.toContain(account.number)
    const [file] = one.attachments!
    const holder = one.to === joana.email ? 'Joana Ferreira' : 'Ann Keller'
    expect(file).toMatchObject({
      fileName: `Capital account statement - Paper - ${holder} - Maria Example - 2026-02-02 to 2026-02-27.pdf`,
      contentType: 'application/pdf',
    })
    expect(file!.content.subarray(0, 5).toString()).toBe('%PDF-')
  }
  expect(new Set(sent.map((one) => one.reference)).size).toBe(2)
  expect((await list()).map((one) => [one.holder, one.state])).toEqual(
    expect.arrayContaining([
      ['Ann Keller', 'sent'],
      ['Joana Ferreira', 'sent'],
    ]),
  )
  const actions = await app.services.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('action', 'like', 'statement.%')
    .execute()
  expect(actions.map((one) => one.action).toSorted()).toEqual(['statement.mail', 'statement.sent', 'statement.sent'])
  expect(await joana.client.notification.findRecent()).toMatchObject({
    result: [{ kind: 'STATEMENT_READY' }, { kind: 'ENTRY_RECORDED' }],
  })
})

test('over SMTP the mail carries the very PDF that the owner can download, and its reference as its id', async () => {
  const server = await startMailServer()
  carrier = createSmtp({ url: server.url, from: 'Clubfolio <no-reply@club.example>' })
  await mail({ memberIds: [ann] })
  await settle()
  await server.stop()
  const [one] = await list()
  expect(one).toMatchObject({ state: 'sent', recipient: 'ann@example.test' })
  expect(server.received.map(({ to }) => to)).toEqual([['ann@example.test']])
  const { headers, content } = attachmentOf(server.received[0]!, 'application/pdf')
  expect(headers).toContain(
    'name="Capital account statement - Paper - Ann Keller - Maria Example - 2026-02-02 to 2026-02-27.pdf"',
  )
  expect(content.toString('base64')).toBe(
    (await manager.client.fund.printMailedStatement({ params: { accountId: account.id, statementId: one!.id } }))
      .content,
  )
  expect(content.subarray(0, 5).toString()).toBe('%PDF-')
  expect(server.received[0]!.text).toContain(`Message-ID: <statement-${one!.id}@club.example>`)
})

test('the same request twice, five copies at once, and the same wish again mail it once; asked again it goes out again', async () => {
  await Promise.allSettled(Array.from({ length: 5 }, () => mail({ memberIds: [ann] }, manager, `mail-${account.id}`)))
  await settle()
  expect(sent).toHaveLength(1)
  expect(await mail({ memberIds: [ann] })).toMatchObject({
    queued: 0,
    skipped: [{ memberId: ann, because: 'sent-before' }],
  })
  const both = await Promise.all([mail({ memberIds: [jo] }), mail({ memberIds: [jo] })])
  expect(both.map((one) => one.queued).toSorted()).toEqual([0, 1])
  await settle()
  expect(sent).toHaveLength(2)
  expect(await mail({ memberIds: [ann], again: true })).toMatchObject({ queued: 1 })
  await settle()
  expect(sent).toHaveLength(3)
})

test('killed before it was sent, the worker sends it once; several workers at once send it once', async () => {
  const start = app.services.background.start
  app.services.background.start = () => undefined
  await mail({ memberIds: [ann] })
  app.services.background.start = start
  const [waiting] = await list()
  expect(waiting).toMatchObject({ state: 'waiting' })
  await Promise.all([
    sendDueStatements(app.services),
    sendStatementsOf(app.services, [waiting!.id]),
    sendDueStatements(app.services),
  ])
  expect(sent).toHaveLength(1)
  expect(await sendDueStatements(app.services)).toBe(0)
})

test('a server that stops while a statement is written sends it after the next start, and has not tried', async () => {
  const { renderer } = app.services
  const { renderStatement } = renderer
  renderer.renderStatement = () => Promise.reject(new RendererStopped())
  await mail({ memberIds: [ann] })
  await settle()
  renderer.renderStatement = renderStatement
  expect(await list()).toMatchObject([{ state: 'waiting', reason: null }])
  expect(
    await app.services.db
      .selectFrom('fund_statement_mail')
      .select('attempts')
      .where('account_id', '=', account.id)
      .execute(),
  ).toEqual([{ attempts: 0 }])
  expect(await sendDueStatements(app.services)).toBe(1)
  expect(sent).toHaveLength(1)
})

test('a worker that was paused while it printed a statement does not send it after the one that took it over', async () => {
  const start = app.services.background.start
  app.services.background.start = () => undefined
  await mail({ memberIds: [ann] })
  app.services.background.start = start
  const [waiting] = await list()
  let isStill = true
  const standStill = async () => {
    if (!isStill) return
    isStill = false
    app.clock.advance(2 * 60_000)
    await sendDueStatements(app.services)
  }
  // The result of its claim reaches it late.
  const db = app.services.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'attempts' in row)) await standStill()
      return result
    },
  })
  await sendStatementsOf({ ...app.services, db }, [waiting!.id])
  expect(isStill).toBe(false)
  expect(sent).toHaveLength(1)
})

test('of two workers that print one statement, the second sends what the first has stored', async () => {
  const start = app.services.background.start
  app.services.background.start = () => undefined
  await mail({ memberIds: [ann] })
  app.services.background.start = start
  const [waiting] = await list()
  const { renderer } = app.services
  const { renderStatement } = renderer
  let overtake = (): void => undefined
  const isOvertaken = new Promise<void>((resolve) => {
    overtake = resolve
  })
  let first: Promise<void> | undefined
  let printed = 0
  renderer.renderStatement = async (...paper) => {
    const content = await renderStatement(...paper)
    printed += 1
    if (printed === 1) {
      await isOvertaken
      return content
    }
    overtake()
    await first
    return Buffer.concat([content, Buffer.from('% printed by the second')])
  }
  first = sendStatementsOf(app.services, [waiting!.id])
  await vi.waitUntil(() => printed === 1, { timeout: 10_000, interval: 20 })
  // Its claim ends while it prints.
  app.clock.advance(2 * 60_000)
  await sendDueStatements(app.services)
  renderer.renderStatement = renderStatement
  expect(printed).toBe(2)
  const { content } = await manager.client.fund.printMailedStatement({
    params: { accountId: account.id, statementId: waiting!.id },
  })
  expect(sent.map(({ attachments }) => attachments?.map((file) => file.content.toString('base64')))).toEqual([
    [content],
  ])
})

test('a mail server that is down is asked again with the same file under the same reference, though the books have changed', async () => {
  failWith = new MessageFailure('unavailable', 'The mail server could not be used.')
  await mail({ memberIds: [ann] })
  await settle()
  expect(await list()).toMatchObject([{ state: 'waiting', reason: 'The mail server could not be used.' }])
  const { id } = (await list())[0]!
  const issued = await manager.client.fund.printMailedStatement({ params: { accountId: account.id, statementId: id } })
  await manager.client.fund.recordTransfer({
    body: {
      accountId: account.id,
      date: '2026-02-04',
      fromMemberId: ann,
      toMemberId: jo,
      amount: cents('50.00'),
      description: 'gift',
    },
  })
  failWith = undefined
  expect(await sendDueStatements(app.services)).toBe(0)
  app.clock.advance(61_000)
  await sendDueStatements(app.services)
  expect(sent.map((one) => [one.reference, one.attachments![0]!.content.toString('base64')])).toEqual([
    [`statement-${id}`, issued.content],
  ])
  // An issued statement never changes; a new one reflects the current books.
  expect(
    (await manager.client.fund.printMailedStatement({ params: { accountId: account.id, statementId: id } })).content,
  ).toBe(issued.content)
  await mail({ memberIds: [ann], again: true })
  await settle()
  expect(sent[1]!.attachments![0]!.content.toString('base64')).not.toBe(issued.content)
})

test('the owner sees an address that the mail server refuses, and can try it again', async () => {
  failWith = new MessageFailure('refused', 'The mail server refused the message (550).')
  await mail({ memberIds: [ann] })
  await settle()
  expect(await list()).toMatchObject([{ state: 'failed', reason: 'The mail server refused the message (550).' }])
  const told = await manager.client.notification.findRecent()
  expect(told.result[0]).toMatchObject({ title: 'Statement not mailed', text: expect.stringContaining('Ann Keller') })
  failWith = undefined
  expect(await mail({ memberIds: [ann] })).toMatchObject({ queued: 1 })
  await settle()
  expect(sent).toHaveLength(1)
})

test('a member reads what was issued to them as it was mailed, and the fund sees when they first opened it', async () => {
  await mail({ memberIds: [ann, jo] })
  await settle()
  const place = { accountId: account.id, memberId: jo }
  const mine = () => joana.client.fund.findMyIssuedStatements({ params: place })
  const open = (fields: object, by = joana) =>
    by.client.fund.printMyIssuedStatement({ params: { ...place, statementId, ...fields } })
  const { id: statementId } = (await mine())[0]!
  const { id: ofAnn } = (await list()).find((one) => one.memberId === ann)!
  expect(await mine()).toMatchObject([{ ...span, openedAt: null }])
  const issued = await manager.client.fund.printMailedStatement({ params: { accountId: account.id, statementId } })
  expect((await list()).map(({ openedAt }) => openedAt)).toEqual([null, null])

  const openedAt = app.clock.nowMs()
  expect(await open({})).toEqual(issued)
  app.clock.advance(60_000)
  expect(await open({})).toEqual(issued)
  expect(await mine()).toMatchObject([{ id: statementId, openedAt }])
  const opened = async () => (await list()).map((one) => [one.memberId, one.openedAt])
  expect((await opened()).toSorted()).toEqual(
    [
      [ann, null],
      [jo, openedAt],
    ].toSorted(),
  )

  for (const fields of [{ statementId: ofAnn }, { memberId: ann, statementId: ofAnn }, { memberId: ann }])
    await expect(open(fields)).rejects.toThrow(new Refusal('notFound').message)
  await expect(open({}, manager)).rejects.toThrow(new Refusal('notFound').message)
  await expect(joana.client.fund.findMyIssuedStatements({ params: { ...place, memberId: ann } })).rejects.toThrow(
    new Refusal('notFound').message,
  )
})

test('the list of a period leaves the other periods out', async () => {
  await mail({ memberIds: [ann] })
  await mail({ memberIds: [ann], to: '2026-02-20' })
  await settle()
  const ofPeriod = await manager.client.fund.findMailedStatements({ params: { accountId: account.id }, query: span })
  expect(ofPeriod.map(({ to }) => to)).toEqual([span.to])
})

test("days to come, a period that runs backwards, and what is somebody else's are refused", async () => {
  await expect(mail({ to: '2026-03-05' })).rejects.toMatchObject({ body: { refusal: 'statementAhead' } })
  await expect(mail({ from: '2026-02-28', to: '2026-02-27' })).rejects.toMatchObject({
    body: { refusal: 'statementPeriod' },
  })
  const stranger = await app.signUp(['MANAGERS'])
  await mail({ memberIds: [ann] })
  await settle()
  const { id } = (await list())[0]!
  const own = await linkAccount(app, stranger, '2026-02-02', '0.00')
  const params = { accountId: account.id, statementId: id }
  const answers = await Promise.allSettled([
    mail({}, stranger),
    mail({ memberIds: [ann] }, joana),
    stranger.client.fund.mailStatements({ body: { accountId: own.id, ...span, memberIds: [ann] } }),
    stranger.client.fund.findMailedStatements({ params }),
    joana.client.fund.printMailedStatement({ params }),
    stranger.client.fund.printMailedStatement({ params: { ...params, accountId: own.id } }),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: { status: 404 } })
  expect(sent).toHaveLength(1)
})

test('days before the fund and before the calendar are refused', async () => {
  await expect(mail({ from: '2025-01-01', to: '2025-12-31' })).rejects.toMatchObject({
    body: { refusal: 'statementBeforeOpening' },
  })
  await expect(mail({ from: '0001-01-01' })).rejects.toMatchObject({ status: 400 })
})

test('a statement that was ordered from the day 1 on is sent, and one that can be stated no longer ends with its reason', async () => {
  const order = (id: string, from_day: string, to_day: string) => ({
    account_id: account.id,
    id,
    member_id: ann,
    from_day,
    to_day,
    recipient: 'ann@club.example',
    state: 'waiting' as const,
    reason: null,
    attempts: 0,
    next_at: new Date(app.clock.nowMs()),
    content: null,
    requested_at: new Date(app.clock.nowMs()),
    requested_by: manager.user.id,
    sent_at: null,
  })
  const [old, gone] = [crypto.randomUUID(), crypto.randomUUID()]
  await app.services.db
    .insertInto('fund_statement_mail')
    .values([order(old, '0001-01-01', '2026-03-03'), order(gone, '0001-01-01', '0001-12-31')])
    .execute()
  await sendDueStatements(app.services)
  const states = new Map((await list()).map(({ id, state, reason }) => [id, [state, reason]]))
  expect(states.get(old)).toEqual(['sent', null])
  expect(states.get(gone)).toEqual([
    'failed',
    expect.stringContaining('nothing is stated for 0001-01-01 to 0001-12-31'),
  ])
  expect(await sendDueStatements(app.services)).toBe(0)
})

test('a member who was mailed a statement stays, with what was mailed, and the refusal says why', async () => {
  const fresh = await makeMember(manager, 'Nora', 'Mailed')
  await app.services.db.updateTable('member').set({ email: 'nora@example.test' }).where('id', '=', fresh).execute()
  const now = new Date(app.clock.nowMs())
  await app.services.db
    .insertInto('fund_statement_mail')
    .values({
      account_id: account.id,
      id: newId(app.clock),
      member_id: fresh,
      from_day: span.from,
      to_day: span.to,
      recipient: 'nora@example.test',
      state: 'sent',
      reason: null,
      attempts: 1,
      next_at: now,
      content: null,
      requested_at: now,
      requested_by: manager.user.id,
      sent_at: now,
    })
    .execute()
  await expect(manager.client.member.delete({ params: { memberId: fresh } })).rejects.toMatchObject({
    status: 409,
    message:
      'Nora Mailed was mailed statements, which are kept, so the member stays. Set the member to inactive instead.',
  })
  expect((await list()).map((one) => one.holder)).toEqual(['Nora Mailed'])
})

describe('the statement of a whole year', () => {
  const year = { from: '2025-01-01', to: '2025-12-31' }
  const close = () => manager.client.fund.closePeriod({ body: { accountId: account.id, until: year.to } })
  const stored = () =>
    app.services.db
      .selectFrom('fund_statement_mail')
      .select(['recipient', 'content', 'allocation'])
      .where('account_id', '=', account.id)
      .execute()

  /** A fund that Ann and Joana open with 300.00 each in December. */
  beforeEach(async () => {
    account = await linkAccount(app, manager, '2025-12-01', '1000.00')
    for (const memberId of [ann, jo])
      await manager.client.member.createContribution({
        body: {
          accountId: account.id,
          memberId,
          amount: cents('300.00'),
          date: '2025-12-01',
          description: 'in',
          funding: 'opening',
        },
      })
    await closeSession(app, account, '2025-12-02', '1100.00')
    await closeSession(app, account, '2025-12-31', '1200.00')
    await closeSession(app, account, '2026-01-02', '1250.00')
  })

  test('has the allocation of the member beside it once the year is closed, as their own page prints it', async () => {
    await close()
    await mail({ ...year, memberIds: [ann, jo] })
    await settle()
    expect(sent).toHaveLength(2)
    const ofJo = sent.find(({ to }) => to === joana.email)
    const mine = await joana.client.fund.printMyYear({
      params: { accountId: account.id, memberId: jo, year: '2025' },
    })
    expect(ofJo?.attachments?.map(({ fileName }) => fileName)).toEqual([
      'Capital account statement - Paper - Joana Ferreira - Maria Example - 2025-01-01 to 2025-12-31.pdf',
      mine.fileName,
    ])
    expect(ofJo?.attachments?.[1]?.content.toString('base64')).toBe(mine.content)
    expect(ofJo?.text).toContain('2025-12-31 and your allocation of 2025 are attached as PDFs.')
    const ofAnn = sent.find(({ to }) => to === 'ann@example.test')?.attachments?.[1]
    expect(ofAnn?.fileName).toMatch(/^Allocation 2025 - Paper - Ann Keller - .*Maria Example\.pdf$/)
    expect(ofAnn?.content.toString('base64')).not.toBe(mine.content)
    const { rows } = await sql<{ sums: number }>`select count(distinct after->>'allocationSha256')::int as sums
      from audit_log where action = 'statement.sent' and after->>'accountId' = ${account.id}`.execute(app.services.db)
    expect(rows).toEqual([{ sums: 2 }])
  })

  test('goes out with it by schedule as soon as the year is closed, in the first year from the opening on', async () => {
    const dueAt = new Date('2026-01-05T13:00:00Z')
    await app.services.db
      .insertInto('fund_statement_schedule')
      .values({
        account_id: account.id,
        frequency: 'YEARLY',
        month_day: 5,
        hour: 8,
        due_at: dueAt,
        next_at: dueAt,
        held_because: null,
      })
      .execute()
    const upkeep = async () => {
      await orderDueStatements(app.services)
      await sendDueStatements(app.services)
    }
    await upkeep()
    expect(sent).toEqual([])
    await close()
    await upkeep()
    expect(sent.map(({ subject, attachments }) => [subject, attachments?.length])).toEqual([
      ['Capital account statement 2025-12-01 to 2025-12-31', 2],
      ['Capital account statement 2025-12-01 to 2025-12-31', 2],
    ])
    expect((await list()).map(({ hasAllocation }) => hasAllocation)).toEqual([true, true])
  })

  test('is tried again with the same two files, whatever the papers would say by then', async () => {
    await close()
    failWith = new MessageFailure('unavailable', 'The mail server could not be used.')
    await mail({ ...year, memberIds: [ann] })
    await settle()
    const [before] = await stored()
    expect(before?.allocation?.subarray(0, 5).toString()).toBe('%PDF-')
    failWith = undefined
    app.clock.advance(24 * 60 * 60_000)
    const { renderer } = app.services
    const { renderYearPaper, renderStatement } = renderer
    const refuse = () => Promise.reject(new Error('It was made before.'))
    Object.assign(renderer, { renderYearPaper: refuse, renderStatement: refuse })
    await sendDueStatements(app.services)
    Object.assign(renderer, { renderYearPaper, renderStatement })
    app.clock.advance(-24 * 60 * 60_000)
    expect(sent.map(({ attachments }) => attachments?.map(({ content }) => content.toString('base64')))).toEqual([
      [before?.content?.toString('base64'), before?.allocation?.toString('base64')],
    ])
  })

  test.each([
    ['while the year is open', year, false],
    ['for some days of a closed year', { from: '2025-01-01', to: '2025-12-30' }, true],
    ['for days into the next year', { from: '2025-01-01', to: '2026-01-02' }, true],
  ])('goes out without it %s', async (_when, days, isClosed) => {
    if (isClosed) await close()
    await mail({ ...days, memberIds: [ann] })
    await settle()
    expect(sent.map(({ attachments }) => attachments?.length)).toEqual([1])
    expect(sent[0]?.text).toContain('is attached as a PDF.')
    expect((await stored()).map(({ allocation }) => allocation)).toEqual([null])
    expect((await list()).map(({ hasAllocation }) => hasAllocation)).toEqual([false])
  })
})

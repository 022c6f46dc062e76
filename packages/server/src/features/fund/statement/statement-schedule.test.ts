// Statements by schedule: each member gets theirs for the last period once, after its books are closed and whatever
// happens to workers. The owner reads what keeps them waiting and who got none.
import type { StatementTiming } from '@clubfolio/contract'
import type { Mail } from '../../../adapters/message/port.ts'
import { MessageFailure } from '../../../adapters/message/message-failure.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runFundUpkeep } from '../../../jobs/fund-job.ts'
import {
  cents,
  closeSession,
  linkAccount,
  makeMember,
  moveMoney,
  type LinkedAccount,
} from '../../../testing/factories.ts'
import { startTestApp, testStartMs, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { orderDueStatements } from './order-due-statements.ts'

let app: TestApp
let manager: TestUser
let account: LinkedAccount
let ann: string
let bob: string
let silent: string
const sent: Mail[] = []
let refused = ''

const monthly: StatementTiming = { frequency: 'MONTHLY', monthDay: 5, hour: 8 }
const february = { from: '2026-02-02', to: '2026-02-28' }

beforeAll(async () => {
  app = await startTestApp({
    replace: () => ({
      mail: {
        send: (mail) => {
          if (mail.to === refused)
            return Promise.reject(new MessageFailure('refused', 'The mail server refused the message (550).'))
          sent.push(mail)
          return Promise.resolve()
        },
      },
    }),
  })
})
afterAll(() => app.stop())

/** Ann and Bob with an e-mail address, Sam without; each has 300.00 of the fund. */
beforeEach(async () => {
  app.clock.set(testStartMs)
  await app.services.db.deleteFrom('fund_statement_schedule').execute()
  sent.length = 0
  refused = ''
  manager = await app.signUp(['MANAGERS'], 'Maria')
  account = await linkAccount(app, manager, '2026-02-02', '2000.00')
  ;[ann, bob, silent] = [
    await makeMember(manager, 'Ann', 'Keller'),
    await makeMember(manager, 'Bob', 'Lind'),
    await makeMember(manager, 'Sam', 'Silent'),
  ]
  await address(ann, 'ann@example.test')
  await address(bob, 'bob@example.test')
  for (const memberId of [ann, bob, silent]) await enter(memberId)
  await closeSession(app, account, '2026-02-03', '2000.00')
})

/** Until the evening of the period's last session. */
async function readFebruary(last = '2200.00'): Promise<void> {
  await closeSession(app, account, '2026-02-26', '2200.00')
  await closeSession(app, account, '2026-02-27', last)
}
const closeBooks = (until: string) => manager.client.fund.closePeriod({ body: { accountId: account.id, until } })
async function closeFebruary(): Promise<void> {
  await readFebruary()
  await closeBooks(february.to)
}
const address = (id: string, email: string) =>
  app.services.db.updateTable('member').set({ email }).where('id', '=', id).execute()
const enter = (memberId: string) =>
  manager.client.member.createContribution({
    body: {
      accountId: account.id,
      memberId,
      amount: cents('300.00'),
      date: '2026-02-02',
      description: 'money',
      funding: 'opening',
    },
  })
/** Everything that is theirs, which a tenth more of the value has made of their 300.00. */
const leave = (memberId: string, date: string) =>
  manager.client.member.createRetribution({
    body: { accountId: account.id, memberId, amount: cents('330.00'), date, description: 'leaves' },
  })
const schedule = (statements: StatementTiming | null, who = manager) =>
  who.client.fund.setDealing({ body: { accountId: account.id, statements } })
const statements = async () => (await manager.client.fund.findBooks({ params: { accountId: account.id } })).statements
const told = async () =>
  (await manager.client.notification.findRecent()).result.flatMap(({ kind, title, text }) =>
    kind === 'STATEMENT_READY' ? [{ title, text }] : [],
  )
async function moveTo(instant: string): Promise<void> {
  app.clock.set(Date.parse(instant))
  manager = await app.signIn(manager.email)
}
const addresses = () => sent.map((mail) => mail.to).toSorted()

test('on the chosen day each member gets the statement of the last month, and the owner reads who has no address', async () => {
  await closeFebruary()
  await schedule(monthly)
  expect(await statements()).toEqual({
    timing: monthly,
    nextAt: Date.parse('2026-03-05T13:00:00Z'),
    held: null,
    runs: [],
  })
  await moveTo('2026-03-05T12:59:00Z')
  await runFundUpkeep(app.services)
  expect(addresses()).toEqual([])
  await moveTo('2026-03-05T13:00:00Z')
  await runFundUpkeep(app.services)
  expect(addresses()).toEqual(['ann@example.test', 'bob@example.test'])
  expect(sent.map((mail) => mail.subject)).toEqual(
    Array<string>(2).fill('Capital account statement 2026-02-02 to 2026-02-28'),
  )
  expect(sent[0]!.attachments![0]!.content.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await told()).toEqual([
    {
      title: 'Statements mailed by schedule',
      text:
        '2 statements for 2026-02-02 to 2026-02-28 are on their way. No statement for lack of an e-mail address: ' +
        'Sam Silent.',
    },
  ])
  expect(await statements()).toEqual({
    timing: monthly,
    nextAt: Date.parse('2026-04-05T12:00:00Z'),
    held: null,
    runs: [
      {
        ...february,
        at: Date.parse('2026-03-05T13:00:00Z'),
        sent: 2,
        opened: 0,
        waiting: 0,
        failed: 0,
        notes: ['Sam Silent has no e-mail address.'],
      },
    ],
  })
})

test('several workers at once, and one that died after it ordered, mail each statement once', async () => {
  await closeFebruary()
  await schedule(monthly)
  await moveTo('2026-03-05T13:00:00Z')
  await Promise.all(Array.from({ length: 4 }, () => orderDueStatements(app.services)))
  // Nobody sent them: the next worker does.
  expect(addresses()).toEqual([])
  await Promise.all(Array.from({ length: 3 }, () => runFundUpkeep(app.services)))
  expect(addresses()).toEqual(['ann@example.test', 'bob@example.test'])
})

test('a worker that dies while it orders leaves nothing, and the next one orders everything', async () => {
  await closeFebruary()
  await schedule(monthly)
  await moveTo('2026-03-05T13:00:00Z')
  const { db } = app.services
  await sql`create function die() returns trigger language plpgsql as $$ begin raise 'gone'; end $$`.execute(db)
  await sql`create trigger die before update on fund_statement_schedule for each row execute function die()`.execute(db)
  await runFundUpkeep(app.services)
  await sql`drop function die cascade`.execute(db)
  expect((await statements())!.runs).toEqual([])
  await moveTo('2026-03-05T13:02:00Z')
  await runFundUpkeep(app.services)
  expect(addresses()).toEqual(['ann@example.test', 'bob@example.test'])
})

test('who got the statement by hand gets no second one, and neither does the schedule turned off and on again', async () => {
  await closeFebruary()
  await schedule(monthly)
  await manager.client.fund.mailStatements({ body: { accountId: account.id, ...february, memberIds: [ann] } })
  await app.services.background.idle()
  await moveTo('2026-03-05T13:00:00Z')
  await runFundUpkeep(app.services)
  expect(addresses()).toEqual(['ann@example.test', 'bob@example.test'])
  await schedule(null)
  expect(await statements()).toBeNull()
  await schedule({ ...monthly, monthDay: 6 })
  expect(await statements()).toMatchObject({ nextAt: Date.parse('2026-04-06T12:00:00Z'), runs: [{ sent: 2 }] })
  await moveTo('2026-03-06T13:00:00Z')
  await runFundUpkeep(app.services)
  expect(sent).toHaveLength(2)
})

test('two months that are closed together are both mailed, and a member who left gets none of the second', async () => {
  await readFebruary()
  await leave(bob, '2026-02-27')
  await schedule(monthly)
  await closeSession(app, account, '2026-03-31', '1870.00')
  await moveTo('2026-04-06T13:00:00Z')
  await runFundUpkeep(app.services)
  expect(sent).toEqual([])
  await closeBooks('2026-03-31')
  await runFundUpkeep(app.services)
  await runFundUpkeep(app.services)
  expect(sent.map((mail) => `${mail.to} ${mail.subject.slice(-24)}`)).toEqual([
    'ann@example.test 2026-02-02 to 2026-02-28',
    'bob@example.test 2026-02-02 to 2026-02-28',
    'ann@example.test 2026-03-01 to 2026-03-31',
  ])
})

test('the books of statements that wait are read again once they or the day have changed', async () => {
  await readFebruary()
  await schedule(monthly)
  const { replays } = app.services
  let reads = 0
  const services = {
    ...app.services,
    replays: {
      ...replays,
      find(accountId: string, version: string) {
        reads++
        return replays.find(accountId, version)
      },
    },
  }
  const lookAt = async (iso: string): Promise<number> => {
    await moveTo(iso)
    await orderDueStatements(services)
    return reads
  }
  expect(await lookAt('2026-03-05T13:00:00Z')).toBe(1)
  expect((await statements())!.held).toContain('Close the books up to 2026-02-28')
  expect(await lookAt('2026-03-05T13:15:00Z')).toBe(1)
  expect((await statements())!.held).toContain('Close the books up to 2026-02-28')
  await enter(ann)
  expect(await lookAt('2026-03-05T13:30:00Z')).toBe(2)
  expect(await lookAt('2026-03-06T15:00:00Z')).toBe(3)
})

test('statements wait until the books of the period are closed, which the owner reads once, and then go out', async () => {
  await schedule(monthly)
  await moveTo('2026-03-05T13:00:00Z')
  await runFundUpkeep(app.services)
  await moveTo('2026-03-05T13:15:00Z')
  await runFundUpkeep(app.services)
  expect(addresses()).toEqual([])
  const unread = 'The close of 2026-02-27 has not been read from the brokerage yet. Close the books once it has.'
  expect(await statements()).toMatchObject({ held: unread, nextAt: Date.parse('2026-03-05T13:00:00Z') })
  // Another hour of the day does not lose the month that waits.
  await schedule({ ...monthly, hour: 10 })
  await readFebruary()
  await moveTo('2026-03-05T13:30:00Z')
  await runFundUpkeep(app.services)
  expect(addresses()).toEqual([])
  const open = 'Close the books up to 2026-02-28 under Books, Settings.'
  expect((await statements())!.held).toBe(open)
  expect(await told()).toEqual(
    [open, unread].map((held) => ({
      title: 'Statements wait',
      text:
        `The scheduled statements for 2026-02-02 to 2026-02-28 wait for the period to be closed. ${held} They are ` +
        'mailed when the books are closed, or you mail them yourself.',
    })),
  )
  // Closing is enough: nobody waits for the next quarter of an hour.
  await closeBooks('2026-02-28')
  await runFundUpkeep(app.services)
  expect(addresses()).toEqual(['ann@example.test', 'bob@example.test'])
  expect(await statements()).toMatchObject({ held: null, nextAt: Date.parse('2026-04-05T14:00:00Z') })
})

test('books that are closed up to a day within the period keep its statements waiting', async () => {
  await readFebruary()
  await closeBooks('2026-02-27')
  await schedule(monthly)
  await moveTo('2026-03-05T13:00:00Z')
  await runFundUpkeep(app.services)
  expect(addresses()).toEqual([])
  expect((await statements())!.held).toBe('Close the books up to 2026-02-28 under Books, Settings.')
})

test('money that left the account without an explanation keeps statements waiting', async () => {
  await moveMoney(app, account, '2026-02-27', '-1500.00')
  await readFebruary('700.00')
  await schedule(monthly)
  await moveTo('2026-03-05T13:00:00Z')
  await runFundUpkeep(app.services)
  expect(addresses()).toEqual([])
  expect((await statements())!.held).toBe(
    'Money that left the account by 2026-02-27 has no explanation. Record who received it first.',
  )
})

test('statements keep waiting when the next are due, and what was mailed by hand meanwhile is not mailed again', async () => {
  await schedule(monthly)
  await moveTo('2026-04-05T12:00:00Z')
  await runFundUpkeep(app.services)
  await moveTo('2026-04-05T12:15:00Z')
  await runFundUpkeep(app.services)
  expect(await statements()).toMatchObject({ nextAt: Date.parse('2026-03-05T13:00:00Z'), runs: [] })
  await readFebruary()
  await manager.client.fund.mailStatements({ body: { accountId: account.id, ...february, memberIds: [ann] } })
  await app.services.background.idle()
  await closeBooks(february.to)
  await runFundUpkeep(app.services)
  expect(addresses()).toEqual(['ann@example.test', 'bob@example.test'])
  expect((await statements())!.runs).toMatchObject([{ ...february, sent: 2 }])
})

test('an address that is refused counts as failed until a retry reaches it', async () => {
  await closeFebruary()
  await schedule(monthly)
  refused = 'bob@example.test'
  await moveTo('2026-03-05T13:00:00Z')
  await runFundUpkeep(app.services)
  expect((await statements())!.runs).toMatchObject([
    {
      sent: 1,
      failed: 1,
      notes: ['Bob Lind: The mail server refused the message (550).', 'Sam Silent has no e-mail address.'],
    },
  ])
  refused = ''
  await address(silent, 'sam@example.test')
  await manager.client.fund.mailStatements({ body: { accountId: account.id, ...february } })
  await app.services.background.idle()
  expect((await statements())!.runs).toMatchObject([{ sent: 3, failed: 0, notes: [] }])
})

test('a schedule is set by the owner of the account alone, and ends when the account is disabled', async () => {
  await closeFebruary()
  await schedule(monthly)
  const stranger = await app.signUp(['MANAGERS'])
  await expect(schedule(null, stranger)).rejects.toMatchObject({ status: 404 })
  await expect(schedule({ ...monthly, monthDay: 29 })).rejects.toMatchObject({ status: 400 })
  const { enableDisableAccount: enableDisable } = manager.client.account
  await enableDisable({ body: { accountId: account.id, isActive: false } })
  await expect(schedule(monthly)).rejects.toMatchObject({ body: { refusal: 'accountDisabled' } })
  await enableDisable({ body: { accountId: account.id, isActive: true } })
  expect(await statements()).toBeNull()
  await moveTo('2026-03-05T13:00:00Z')
  await runFundUpkeep(app.services)
  expect(addresses()).toEqual([])
})

test('nothing is mailed for an owner whose user is inactive', async () => {
  await closeFebruary()
  await schedule(monthly)
  const { db } = app.services
  await db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', manager.user.id).execute()
  app.clock.set(Date.parse('2026-03-05T13:00:00Z'))
  await runFundUpkeep(app.services)
  expect(addresses()).toEqual([])
})

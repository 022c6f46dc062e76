// Dues: what members are expected to pay, when it is late, which entry pays it, and the one reminder of each payment.
import { formatCents } from '@clubfolio/domain'
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import type { Mail } from '../../../adapters/message/port.ts'
import { runFundUpkeep } from '../../../jobs/fund-job.ts'
import {
  cents,
  closeSession,
  linkAccount,
  makeMember,
  moveMoney,
  type LinkedAccount,
} from '../../../testing/factories.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import { startTestApp, testStartMs, type TestApp, type TestUser } from '../../../testing/test-app.ts'

const dayMs = 86_400_000
let app: TestApp
let manager: TestUser
let account: LinkedAccount
let ann: string
let ben: string
let sent: Mail[] = []

beforeAll(async () => {
  app = await startTestApp()
  app.services.mail.send = (mail) => {
    sent.push(mail)
    return Promise.resolve()
  }
})
afterAll(() => app.stop())

/** Ann and Ben hold an opening of 1,000.00; today is 2026-03-04. */
beforeEach(async () => {
  app.clock.set(testStartMs)
  sent = []
  manager = await app.signUp(['MANAGERS'])
  account = await linkAccount(app, manager, '2026-02-23', '1000.00')
  ann = await makeMember(manager, 'Ann', 'Keller')
  ben = await makeMember(manager, 'Ben', 'Okafor')
  await pay(ann, '600.00', '2026-02-23')
  await pay(ben, '400.00', '2026-02-23')
  await closeSession(app, account, '2026-02-24', '1000.00')
  sent = []
})

const pay = (memberId: string, amount: string, date: string, due?: { planId: string; day: string }) =>
  manager.client.member.createContribution({
    body: {
      accountId: account.id,
      memberId,
      amount: cents(amount),
      date,
      description: 'paid in',
      ...(date === '2026-02-23' ? { funding: 'opening' } : {}),
      ...(due ? { due } : {}),
    },
  })
const expectDues = async (fields: {
  memberId?: string
  firstDay?: string
  lastDay?: string
  reminds?: boolean
  amount?: string
}): Promise<string> => {
  const { amount = '50.00', firstDay = '2026-02-01', reminds = false, ...rest } = fields
  const { id } = await manager.client.fund.recordDuePlan({
    body: {
      accountId: account.id,
      amount: cents(amount),
      rhythm: 'MONTHLY',
      firstDay,
      reminds,
      description: 'Monthly dues',
      ...rest,
    },
  })
  return id
}
const dues = () => manager.client.fund.findDues({ params: { accountId: account.id } })
const payments = async () =>
  (await dues()).payments.map(({ name, day, state, lateDays }) => [name.split(' ')[0], day, state, lateDays])
const values = async () =>
  Object.fromEntries(
    (await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })).map((row) => [
      row.memberFullName.split(' ')[0],
      formatCents(row.value),
    ]),
  )

describe('a payment', () => {
  test('is late by days until an active contribution names it, and the books stay as they are', async () => {
    const before = await values()
    const planId = await expectDues({ memberId: ann })
    expect(await payments()).toEqual([
      ['Ann', '2026-02-01', 'late', 31],
      ['Ann', '2026-03-01', 'late', 3],
      ['Ann', '2026-04-01', 'open', 0],
    ])
    expect(await values()).toEqual(before)
    const { id } = await pay(ann, '50.00', '2026-03-04', { planId, day: '2026-02-01' })
    expect((await payments())[0]).toEqual(['Ann', '2026-02-01', 'paid', 0])
    await manager.client.member.updateParticipationStatus({ body: { id, isActive: false } })
    expect((await payments())[0]).toEqual(['Ann', '2026-02-01', 'late', 31])
    await manager.client.member.updateParticipationStatus({ body: { id, isActive: true } })
    await manager.client.member.deleteContribution({ body: { id } })
    expect((await payments())[0]).toEqual(['Ann', '2026-02-01', 'late', 31])
  })

  test('is paid once, also by two entries at the same moment', async () => {
    const planId = await expectDues({ memberId: ann })
    const due = { planId, day: '2026-02-01' }
    const outcomes = await Promise.allSettled([
      pay(ann, '50.00', '2026-03-04', due),
      pay(ann, '50.00', '2026-03-04', due),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusalOf(pay(ann, '50.00', '2026-03-04', due))).toBe('409 duePaid')
  })

  test('is paid once, also when an entry is switched on after another one has paid it', async () => {
    const planId = await expectDues({ memberId: ann })
    const due = { planId, day: '2026-02-01' }
    const { id } = await pay(ann, '50.00', '2026-03-04', due)
    const switchTo = (isActive: boolean) => manager.client.member.updateParticipationStatus({ body: { id, isActive } })
    await switchTo(false)
    const { id: other } = await pay(ann, '50.00', '2026-03-04', due)
    expect(await refusalOf(switchTo(true))).toBe('409 duePaid')
    await manager.client.member.deleteContribution({ body: { id: other } })
    await switchTo(true)
    expect((await payments())[0]).toEqual(['Ann', '2026-02-01', 'paid', 0])
    // A payment that is no longer expected keeps nobody from switching its entry on.
    await switchTo(false)
    await manager.client.fund.endDuePlan({ body: { accountId: account.id, id: planId, lastDay: '2026-01-01' } })
    expect(await switchTo(true)).toMatchObject({ message: 'The entry counts.' })
  })

  test('is not paid by another member, or on a day that is none of its plan', async () => {
    const planId = await expectDues({ memberId: ann })
    const due = { planId, day: '2026-02-01' }
    expect(await refusalOf(pay(ben, '50.00', '2026-03-04', due))).toBe('404 notFound')
    expect(await refusalOf(pay(ann, '50.00', '2026-03-04', { planId, day: '2026-02-02' }))).toBe('404 notFound')
  })

  test('is what a deposit of its amount is offered for, and explaining the deposit pays it', async () => {
    const planId = await expectDues({ memberId: ben })
    const movementId = await moveMoney(app, account, '2026-02-25', '50.00')
    await closeSession(app, account, '2026-02-25', '1050.00')
    const due = { planId, day: '2026-02-01' }
    expect(await manager.client.fund.findExplanations({ params: { accountId: account.id } })).toEqual([
      {
        movementId,
        members: [{ memberId: ben, name: 'Ben Okafor', because: 'due on 2026-02-01', due, requestId: null }],
      },
    ])
    await manager.client.fund.explainMovement({
      body: { accountId: account.id, movementId, as: 'contribution', memberId: ben, due },
    })
    expect((await payments())[0]).toEqual(['Ben', '2026-02-01', 'paid', 0])
  })
})

describe('a plan', () => {
  test('for all expects it of every active member, of a later one only from their own first day', async () => {
    await expectDues({ firstDay: '2026-03-04' })
    expect(await payments()).toEqual([
      ['Ann', '2026-03-04', 'open', 0],
      ['Ben', '2026-03-04', 'open', 0],
      ['Ann', '2026-04-04', 'open', 0],
      ['Ben', '2026-04-04', 'open', 0],
    ])
    app.clock.advance(dayMs)
    manager = await app.signIn(manager.email)
    await makeMember(manager, 'Cleo')
    await manager.client.member.toggleStatus({ body: { id: ben, status: 'INACTIVATED' } })
    expect(await payments()).toEqual([
      ['Ann', '2026-03-04', 'late', 1],
      ['Ann', '2026-04-04', 'open', 0],
      ['Cleo', '2026-04-04', 'open', 0],
    ])
  })

  test('ends with its last day, and expects nothing after the day it is ended', async () => {
    await expectDues({ memberId: ann, lastDay: '2026-02-28' })
    const id = await expectDues({ memberId: ben })
    expect(await payments()).toHaveLength(4)
    await manager.client.fund.endDuePlan({ body: { accountId: account.id, id, lastDay: '2026-02-01' } })
    expect(await payments()).toEqual([
      ['Ann', '2026-02-01', 'late', 31],
      ['Ben', '2026-02-01', 'late', 31],
    ])
    expect(await refusalOf(expectDues({ firstDay: '2026-03-04', lastDay: '2026-03-03' }))).toBe('400 duesEndFirst')
    const other = await linkAccount(app, manager, '2026-02-23', '1000.00')
    const elsewhere = manager.client.fund.endDuePlan({ body: { accountId: other.id, id, lastDay: '2026-02-01' } })
    expect(await refusalOf(elsewhere)).toBe('404 notFound')
  })
})

describe('a reminder', () => {
  const linkAnn = async () => {
    const user = await app.signUp(['INVESTORS'])
    await manager.client.member.update({
      body: { id: ann, firstName: 'Ann', lastName: 'Keller', phone: '2125550100', userId: user.user.id },
    })
    return user
  }
  const news = async (user: TestUser) =>
    (await user.client.notification.findRecent()).result.filter(({ kind }) => kind === 'DUE_REMINDER')

  test('goes once to the user of a member, by the ways they chose, and by mail to a member without one', async () => {
    const user = await linkAnn()
    await manager.client.member.update({
      body: { id: ben, firstName: 'Ben', lastName: 'Okafor', phone: '2125550100', email: 'ben@example.test' },
    })
    await makeMember(manager, 'Cleo')
    await expectDues({ firstDay: '2026-03-04', reminds: true })
    await Promise.all([runFundUpkeep(app.services), runFundUpkeep(app.services)])
    await runFundUpkeep(app.services)
    expect(await news(user)).toMatchObject([
      { title: 'Payment due', text: expect.stringMatching(/^Monthly dues: \$50.00 is due to .+ on 2026-03-04\.$/) },
    ])
    expect(sent.filter(({ to }) => to === 'ben@example.test').map(({ subject }) => subject)).toEqual([
      'Payment due on 2026-03-04: Monthly dues',
    ])
    const states = (await dues()).payments
      .filter(({ day }) => day === '2026-03-04')
      .map(({ name, reminder }) => [name.split(' ')[0], reminder])
    expect(states.toSorted()).toEqual([
      ['Ann', 'notified'],
      ['Ben', 'sent'],
      ['Cleo', 'failed'],
    ])
  })

  test('is not sent before its day, for what is paid, nor for what was due before the plan', async () => {
    const user = await linkAnn()
    const planId = await expectDues({ memberId: ann, firstDay: '2026-01-05', reminds: true })
    await runFundUpkeep(app.services)
    expect(await news(user)).toEqual([])
    await pay(ann, '50.00', '2026-03-04', { planId, day: '2026-03-05' })
    app.clock.advance(2 * dayMs)
    await runFundUpkeep(app.services)
    expect(await news(await app.signIn(user.email))).toEqual([])
    app.clock.advance(31 * dayMs)
    await runFundUpkeep(app.services)
    expect(await news(await app.signIn(user.email))).toMatchObject([{ title: 'Payment due' }])
  })

  test('that the mail server refuses is not tried again', async () => {
    await manager.client.member.update({
      body: { id: ben, firstName: 'Ben', lastName: 'Okafor', phone: '2125550100', email: 'ben@example.test' },
    })
    await expectDues({ memberId: ben, firstDay: '2026-03-04', reminds: true })
    const send = app.services.mail.send
    const { MessageFailure } = await import('../../../adapters/message/message-failure.ts')
    let tries = 0
    app.services.mail.send = () => {
      tries++
      return Promise.reject(new MessageFailure('refused', 'The mail server refused the message (550).'))
    }
    await runFundUpkeep(app.services)
    app.clock.advance(600_000)
    await runFundUpkeep(app.services)
    app.services.mail.send = send
    expect(tries).toBe(1)
    expect((await dues()).payments[0]).toMatchObject({ reminder: 'failed' })
  })
})

// The invitation of a member: from the mail to the place where they can ask, and every way in which its link is dead.
import { dayMs } from '@clubfolio/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cents, closeSession, linkAccount, type LinkedAccount } from '../../../testing/factories.ts'
import { tokenOfMemberInvitation } from '../../../testing/fund-roles.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
let manager: TestUser
let account: LinkedAccount
let memberId: string
let email: string
let people = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

beforeEach(async () => {
  manager = await app.signUp(['MANAGERS'], 'Maria')
  account = await linkAccount(app, manager, '2026-02-23', '1000.00')
  await closeSession(app, account, '2026-03-03', '1000.00')
  email = `ann${++people}@example.test`
  memberId = await addMember('Ann', email)
})

const addMember = async (firstName: string, address: string) => {
  const body = { firstName, lastName: 'Keller', phone: '2125550100', email: address }
  return (await manager.client.member.create({ body })).id
}
const invite = (id = memberId) => manager.client.member.inviteMember({ body: { id, accountId: account.id } })
const withdraw = () => manager.client.member.withdrawMemberInvitation({ body: { id: memberId } })
const tokenOf = (address = email) => tokenOfMemberInvitation(app, address)
const find = ({ client }: TestUser, token: string) => client.member.findMemberInvitation({ body: { token } })
const accept = ({ client }: TestUser, token: string) => client.member.acceptMemberInvitation({ body: { token } })
const ann = async () => (await manager.client.member.findAllMembers()).find(({ id }) => id === memberId)!

describe('an invitation', () => {
  test('links the user who follows it, registered with any address, and notifies the manager', async () => {
    await manager.client.club.saveClub({ body: { accountId: account.id, name: 'Riverside Club' } })
    expect((await ann()).invitation).toBeNull()
    expect(await invite()).toEqual({ message: `An invitation goes to ${email}.` })
    expect((await ann()).invitation).toEqual({
      email,
      at: app.clock.nowMs(),
      by: 'Maria Example',
      isOver: false,
    })
    const person = await app.signUp([])
    const token = await tokenOf()
    expect(await find(person, token)).toEqual({ owner: 'Maria Example', club: 'Riverside Club', name: 'Ann Keller' })
    await accept(person, token)
    expect(await ann()).toMatchObject({ userId: person.user.id, invitation: null })
    const [news] = await app.services.db
      .selectFrom('notification')
      .select(['text', 'link'])
      .where('user_id', '=', manager.user.id)
      .where('kind', '=', 'MEMBER_JOINED')
      .execute()
    expect(news?.text).toContain(`(${person.email}) accepted the invitation of the member Ann Keller.`)
  })

  test('is stored as a hash, and the token is in the mail alone', async () => {
    await invite()
    const token = await tokenOf()
    const rows = await app.services.db.selectFrom('member_invitation').selectAll().execute()
    const audit = await app.services.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'member.invite')
      .execute()
    expect(JSON.stringify([rows, audit])).not.toContain(token)
  })

  test('gives a place to ask in before anything is recorded, in the fund that it names', async () => {
    const other = await linkAccount(app, manager, '2026-02-23', '50.00')
    await closeSession(app, other, '2026-03-03', '50.00')
    await manager.client.club.saveClub({ body: { accountId: other.id, name: 'Other Club' } })
    await invite()
    const person = await app.signUp([])
    expect(await person.client.fund.findMyParticipations()).toEqual([])
    await accept(person, await tokenOf())
    expect(await person.client.fund.findMyParticipations()).toMatchObject([
      { accountId: account.id, memberId, isNew: true, value: 0n, units: '0.00000000' },
    ])
    const place = { accountId: account.id, memberId }
    const ask = (kind: 'PAY_IN' | 'TAKE_OUT', body = place) =>
      person.client.fund.makeRequest({ body: { ...body, kind, amount: cents('25.00') } })
    expect(await refusalOf(ask('TAKE_OUT'))).toBe('400 requestTooLarge')
    expect(await refusalOf(ask('PAY_IN', { ...place, accountId: other.id }))).toBe('404 notFound')
    const { id: requestId } = await ask('PAY_IN')
    await manager.client.member.createContribution({
      body: { ...place, amount: cents('25.00'), date: '2026-03-04', description: 'as asked', requestId },
    })
    expect(await person.client.fund.findMyParticipations()).toMatchObject([{ isNew: false, amount: 2500n }])
  })

  test('is not needed for a member whom the manager linked, where the manager has one fund', async () => {
    const person = await app.signUp([])
    await app.services.db.updateTable('member').set({ user_id: person.user.id }).where('id', '=', memberId).execute()
    expect(await person.client.fund.findMyParticipations()).toEqual([])
    await manager.client.club.saveClub({ body: { accountId: account.id, name: 'Riverside Club' } })
    expect(await person.client.fund.findMyParticipations()).toMatchObject([{ accountId: account.id, isNew: true }])
    const other = await linkAccount(app, manager, '2026-02-23', '50.00')
    await closeSession(app, other, '2026-03-03', '50.00')
    await manager.client.club.saveClub({ body: { accountId: other.id, name: 'Other Club' } })
    expect(await person.client.fund.findMyParticipations()).toEqual([])
  })

  test('is refused without an address, for a linked member, another owner’s member, and after twenty an hour', async () => {
    const silent = await addMember('Silent', '')
    expect(await refusalOf(invite(silent))).toBe('400 memberWithoutEmail')
    const stranger = await app.signUp(['MANAGERS'])
    const foreign = await linkAccount(app, stranger, '2026-02-23', '10.00')
    const body = { id: memberId, accountId: foreign.id }
    expect(await refusalOf(stranger.client.member.inviteMember({ body }))).toBe('404 notFound')
    expect(await refusalOf(manager.client.member.inviteMember({ body }))).toBe('404 notFound')
    for (let count = 0; count < 20; count++) {
      await invite()
      // Mails are written in the background, so that of the last invitation would not always be the last.
      await app.services.background.idle()
    }
    expect(await refusalOf(invite())).toBe('429 manyInvitations')
    await accept(await app.signUp([]), await tokenOf())
    expect(await refusalOf(invite())).toBe('409 memberHasUser')
  })

  test('answers alike whether its address has a user or not', async () => {
    const known = await app.signUp([])
    const withUser = await addMember('Known', known.email)
    const before = await invite()
    const after = await invite(withUser)
    expect(after.message.replace(known.email, email)).toBe(before.message)
    const all = await manager.client.member.findAllMembers()
    expect(all.find(({ id }) => id === withUser)).toMatchObject({ userId: null, user: null })
  })
})

describe('a link', () => {
  /** How following it and accepting it are refused. */
  const refusalsOf = async (token: string, person?: TestUser) => {
    const asker = person ?? (await app.signUp([]))
    return [await refusalOf(find(asker, token)), await refusalOf(accept(asker, token))]
  }

  test('works once', async () => {
    await invite()
    const token = await tokenOf()
    const first = await app.signUp([])
    await accept(first, token)
    expect(await refusalsOf(token)).toEqual(['409 memberInvitationUsed', '409 memberInvitationUsed'])
    expect(await refusalsOf(token, first)).toEqual(['409 memberInvitationUsed', '409 memberInvitationUsed'])
    expect((await ann()).userId).toBe(first.user.id)
  })

  test('is dead after 7 days, to the second', async () => {
    await invite()
    const token = await tokenOf()
    app.clock.advance(7 * dayMs - 1000)
    const late = await app.signUp([])
    await find(late, token)
    app.clock.advance(1000)
    expect(await refusalsOf(token, late)).toEqual(['400 memberInvitationOver', '400 memberInvitationOver'])
    manager = await app.signIn(manager.email)
    expect((await ann()).invitation).toMatchObject({ isOver: true })
    await invite()
    await accept(await app.signUp([]), await tokenOf())
  })

  test('is dead once it is withdrawn, or replaced by the next', async () => {
    await invite()
    const first = await tokenOf()
    await invite()
    const second = await tokenOf()
    expect(second).not.toBe(first)
    expect(await refusalsOf(first)).toEqual(['400 memberInvitationWithdrawn', '400 memberInvitationWithdrawn'])
    await withdraw()
    expect((await ann()).invitation).toBeNull()
    expect(await refusalsOf(second)).toEqual(['400 memberInvitationWithdrawn', '400 memberInvitationWithdrawn'])
    expect(await refusalOf(withdraw())).toBe('404 notFound')
  })

  test('is dead once the member has another address or another user, and stays dead', async () => {
    const change = (fields: { email?: string; userId?: string | null }) =>
      manager.client.member.update({
        body: { id: memberId, firstName: 'Ann', lastName: 'Keller', phone: '2125550100', ...fields },
      })
    await invite()
    const typo = await tokenOf()
    await change({ email })
    await find(await app.signUp([]), typo)
    await change({ email: `right${email}` })
    expect(await refusalsOf(typo)).toEqual(['400 memberInvitationWithdrawn', '400 memberInvitationWithdrawn'])
    await invite()
    const token = await tokenOf(`right${email}`)
    await change({ userId: (await app.signUp([])).user.id })
    await change({ userId: null })
    expect(await refusalsOf(token)).toEqual(['400 memberInvitationWithdrawn', '400 memberInvitationWithdrawn'])
  })

  test('is not for the manager, nor for a user who is another member of theirs', async () => {
    await invite()
    const token = await tokenOf()
    expect(await refusalsOf(token, manager)).toEqual(['409 memberOfOwn', '409 memberOfOwn'])
    const joana = await addMember('Joana', `joana${email}`)
    await invite(joana)
    const person = await app.signUp([])
    await accept(person, await tokenOf(`joana${email}`))
    expect(await refusalsOf(token, person)).toEqual(['409 memberLinkedBefore', '409 memberLinkedBefore'])
  })

  test('of nobody says nothing', async () => {
    expect(await refusalsOf('A'.repeat(43))).toEqual(['400 invitationUnknown', '400 invitationUnknown'])
  })

  test('that two users follow at once links exactly one of them', async () => {
    for (let round = 0; round < 10; round++) {
      const address = `race${round}-${email}`
      const raced = await addMember('Race', address)
      // The limit of twenty an hour is not what is tested here.
      app.clock.advance(dayMs / 24)
      manager = await app.signIn(manager.email)
      await invite(raced)
      const token = await tokenOf(address)
      const two = [await app.signUp([]), await app.signUp([])]
      const outcomes = await Promise.all(
        two.map((person) =>
          accept(person, token).then(
            () => 'linked',
            (error: { body: { refusal: string } }) => error.body.refusal,
          ),
        ),
      )
      expect(outcomes.toSorted()).toEqual(['linked', 'memberInvitationUsed'])
      const { user_id: linked } = await app.services.db
        .selectFrom('member')
        .select('user_id')
        .where('id', '=', raced)
        .executeTakeFirstOrThrow()
      expect(linked).toBe(two[outcomes.indexOf('linked')]!.user.id)
    }
  })

  test('and its withdrawal at once leave a linked member, or none and a dead link', async () => {
    for (let round = 0; round < 10; round++) {
      app.clock.advance(dayMs / 24)
      manager = await app.signIn(manager.email)
      const person = await app.signUp([])
      await invite()
      const token = await tokenOf()
      const [accepted, withdrawn] = await Promise.allSettled([accept(person, token), withdraw()])
      expect([accepted.status, withdrawn.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      expect((await ann()).userId).toBe(accepted.status === 'fulfilled' ? person.user.id : null)
      await app.services.db.updateTable('member').set({ user_id: null }).where('id', '=', memberId).execute()
    }
  })

  test('of two members that one user follows at once makes them one of the two', async () => {
    const joana = await addMember('Joana', `joana${email}`)
    await invite()
    await invite(joana)
    const tokens = [await tokenOf(), await tokenOf(`joana${email}`)]
    const person = await app.signUp([])
    const outcomes = await Promise.allSettled(tokens.map((token) => accept(person, token)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

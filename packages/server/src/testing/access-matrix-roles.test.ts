// Every route that names an account, a member, an entry or a bank account x everybody with a role in the fund, and
// those whose role is over or was never accepted: a role gives exactly the rights of the reviewed table next to this
// file, and everybody without the right gets the answer of a missing object.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fillPath, routeList, type FundRoleName, type NamedRoute, type OwnedObject } from '@clubfolio/contract'
import { addCalendarDays, newYorkDateAt } from '@clubfolio/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeVisitors, type BadVisitor } from './bad-input/attacked-installation.ts'
import { sampleInput, type Json } from './bad-input/sample-input.ts'
import { giveRole } from './fund-roles.ts'
import type { OwnedIds } from './owned-objects.ts'
import { startTestApp, type TestApp, type TestUser } from './test-app.ts'

type Right = 'READ' | 'RECORD' | 'APPROVE' | 'OWN'

const rights: ReadonlyMap<string, Right> = new Map(
  readFileSync(new URL('access-matrix-roles.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => row.split(' ') as [string, Right]),
)

/** What each role may do, as docs/rules/fund.md, "Roles", lists it. */
const rightsOf: Readonly<Record<FundRoleName, readonly Right[]>> = {
  TREASURER: ['READ', 'RECORD'],
  APPROVER: ['READ', 'APPROVE'],
  AUDITOR: ['READ'],
}

const ofFund: readonly OwnedObject[] = ['account', 'member', 'entry', 'bankAccount']

interface Named extends NamedRoute {
  readonly object: keyof OwnedIds
  readonly at: string
  readonly right: Right
}

const named: readonly Named[] = routeList.flatMap((one) =>
  (one.route.owns ?? [])
    .filter(({ object }) => ofFund.includes(object))
    .map(({ object, at }) => ({
      ...one,
      object: object as keyof OwnedIds,
      at,
      right: rights.get(`${one.group}.${one.name}`) ?? ('OWN' as const),
    })),
)

/** Found, but then lacking something that the sample cannot provide, so the answer is that of a missing object. */
const foundButLacking: readonly string[] = [
  'fund.approve',
  'fund.cancelVote',
  'fund.cancelPack',
  'fund.decline',
  'fund.declineRequest',
  'fund.deriveLine',
  'fund.downloadPack',
  'fund.endDuePlan',
  'fund.explainMovement',
  'fund.findCharge',
  'fund.openVote',
  'fund.previewApproval',
  'fund.printMailedStatement',
  'fund.recordBallot',
  'fund.reverseRecord',
  'fund.withdraw',
  'document.downloadDocument',
  'document.removeDocument',
  'fund.withdrawAnnouncement',
  'member.deleteRetribution',
]

interface Holder {
  readonly name: string
  readonly person: TestUser
  readonly rights: readonly Right[]
}

interface Ground {
  readonly owner: BadVisitor
  readonly holders: readonly Holder[]
}

let app: TestApp
let root: TestUser
let ground: Ground
beforeAll(async () => {
  app = await startTestApp()
  root = await app.signUp(['ADMINISTRATORS'])
  ground = await makeGround()
}, 120_000)
afterAll(() => app.stop())

async function makeGround(): Promise<Ground> {
  const manager = await app.signUp(['MANAGERS'])
  const owner = (await makeVisitors(app, { member: root, manager, administrator: root })).find(
    ({ name }) => name === 'manager',
  )!
  const accountId = owner.words.ids.account!
  const { db, clock } = app.services
  const change = (person: TestUser, values: object) =>
    db
      .updateTable('fund_role')
      .set(values)
      .where('account_id', '=', accountId)
      .where('user_id', '=', person.user.id)
      .execute()
  const holders: Holder[] = []
  for (const role of ['TREASURER', 'APPROVER', 'AUDITOR'] as const)
    holders.push({
      name: role.toLowerCase(),
      person: await giveRole(app, manager, accountId, role),
      rights: rightsOf[role],
    })
  const removed = await giveRole(app, manager, accountId, 'TREASURER')
  await change(removed, { ended_at: new Date(clock.nowMs()) })
  holders.push({ name: 'a removed treasurer', person: removed, rights: [] })
  const lapsed = await giveRole(app, manager, accountId, 'AUDITOR')
  await change(lapsed, { last_day: addCalendarDays(newYorkDateAt(clock.nowMs()), -1) })
  holders.push({ name: 'an auditor whose last day was yesterday', person: lapsed, rights: [] })
  const invited = await app.signUp(['MANAGERS'])
  await manager.client.fund.inviteToRole({ body: { accountId, email: invited.email, role: 'TREASURER' } })
  holders.push({ name: 'somebody who was invited and has not accepted', person: invited, rights: [] })
  const linked = await app.signUp(['INVESTORS'])
  await db.updateTable('member').set({ user_id: linked.user.id }).where('id', '=', owner.words.ids.member!).execute()
  holders.push({ name: 'a member', person: linked, rights: [] })
  return { owner, holders }
}

/** The sample of the owner's own objects, with another value where the object is named. */
async function ask(one: Named, { person }: Holder, value?: string): Promise<{ status: number; text: string }> {
  const { params, body } = sampleInput(one, ground.owner.words)
  const [place, field] = one.at.split('.') as ['params' | 'body', string]
  if (value !== undefined) {
    if (place === 'params') params[field] = value
    else (body as Record<string, Json>)[field] = field.endsWith('s') ? [value] : value
  }
  const response = await fetch(app.url + fillPath(one.route.path, params), {
    method: one.route.method,
    headers: {
      token: person.user.token,
      'content-type': one.route.upload === true ? 'application/octet-stream' : 'application/json',
    },
    ...(one.route.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  const text = (await response.text()).replace(/"requestId":"[^"]*"/, '"requestId":""')
  return { status: response.status, text: value === undefined ? text : text.replaceAll(value, 'what was asked for') }
}

const missing = (at: string): string => (/number$/i.test(at) ? '99999999' : randomUUID())

describe.each(named.map((one) => ({ title: `${one.group}.${one.name}, ${one.object} at ${one.at}`, one })))(
  '$title',
  ({ one }) => {
    test(`is ${one.right} in the fund, for each role exactly as the table says`, async () => {
      const deviations: string[] = []
      const holders = [...ground.holders].toSorted((a, b) => a.rights.length - b.rights.length)
      let wasFound = false
      for (const holder of holders) {
        const isAllowed = holder.rights.includes(one.right)
        const absent = await ask(one, holder, missing(one.at))
        const answer = await ask(one, holder)
        const isMissing = answer.status === absent.status && answer.text === absent.text
        if (answer.status >= 500) deviations.push(`${holder.name}: ${answer.status} ${answer.text}`)
        else if (isAllowed && isMissing && !foundButLacking.includes(`${one.group}.${one.name}`))
          deviations.push(`${holder.name} is shut out: ${answer.text}`)
        else if (!isAllowed && !isMissing) deviations.push(`${holder.name} is let in: ${answer.text}`)
        wasFound ||= isAllowed && one.route.effect !== undefined
      }
      if (wasFound && /delete/i.test(one.name)) ground = await makeGround()
      expect(deviations).toEqual([])
    })
  },
)

test('every row of the table is a call that names something of a fund', () => {
  const known = new Set(named.map(({ group, name }) => `${group}.${name}`))
  expect([...rights.keys()].filter((key) => !known.has(key))).toEqual([])
})

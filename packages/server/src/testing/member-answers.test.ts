// Everything that a member can ask: each call of the contract that reads, with the fund, the member's own ids and the
// ids of somebody else in the same fund. No answer, whatever its status, holds a word, an id or an amount of that
// person; requests, documents and votes included.
import { fillPath, isChange, routeList, type NamedRoute } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleInput, type Json, type KnownWords } from './bad-input/sample-input.ts'
import { cents, closeSession, linkAccount, makeMember } from './factories.ts'
import { startTestApp, type TestApp, type TestUser } from './test-app.ts'
import { writePdf } from '../features/fund/document/testing/pdf-files.ts'

let app: TestApp
let joana: TestUser
/** What only the other member may read. */
let secrets: Readonly<Record<string, RegExp>>
let own: KnownWords
let others: KnownWords

beforeAll(async () => {
  app = await startTestApp()
  const manager = await app.signUp(['MANAGERS'], 'Maria')
  joana = await app.signUp(['INVESTORS'], 'Joana')
  const zora = await app.signUp(['INVESTORS'], 'Zora')
  const account = await linkAccount(app, manager, '2026-02-02', '9000.00', '100.00')
  const accountId = account.id
  const [mine, hers] = [await makeMember(manager, 'Joana', 'Ferreira'), await makeMember(manager, 'Zora', 'Verborgen')]
  const { db } = app.services
  await db.updateTable('member').set({ user_id: joana.user.id }).where('id', '=', mine).execute()
  await db
    .updateTable('member')
    .set({ user_id: zora.user.id, email: 'zora.private@example.test', phone: '2125557301' })
    .where('id', '=', hers)
    .execute()
  const pay = (memberId: string, amount: string, date: string, funding?: 'opening') =>
    manager.client.member.createContribution({
      body: {
        accountId,
        memberId,
        amount: cents(amount),
        date,
        description: `paid by ${memberId === hers ? 'V3rb0rgen' : 'me'}`,
        ...(funding ? { funding } : {}),
      },
    })
  await pay(mine, '500.00', '2026-02-02', 'opening')
  await pay(hers, '6137.91', '2026-02-02', 'opening')
  await closeSession(app, account, '2026-02-03', '9100.00', '150.00')
  await pay(hers, '443.17', '2026-03-03')
  await closeSession(app, account, '2026-03-03', '9200.00', '120.00')
  const { fund } = zora.client
  const { id: requestId } = await fund.makeRequest({
    body: { accountId, memberId: hers, kind: 'PAY_IN', amount: cents('271.83'), comment: 'Geh3imnis' },
  })
  const { id: bankAccount } = await manager.client.member.createBankAccount({
    body: { memberId: hers, bankAlias: 'Sparbuch Zora', bankAccountNumber: '9876501234', bankRouting: '021000021' },
  })
  const vote = (isSecret: boolean) =>
    manager.client.fund.openVote({
      body: {
        accountId,
        question: isSecret ? 'Shall we keep the broker?' : 'Who carries the flag?',
        details: '',
        choices: ['Yes', 'No'],
        isSecret,
        byUnits: false,
        recordDay: '2026-03-03',
        lastDay: '2026-03-06',
      },
    })
  await vote(false)
  for (const { id, choices } of await fund.findMyVotes({ params: { accountId, memberId: hers } }))
    await fund.castVote({ body: { accountId, memberId: hers, id, choiceId: choices[1]!.id } })
  await manager.client.document.uploadDocument({
    params: { accountId, name: 'Vertraulich.pdf' },
    query: { readers: ['AUDITOR'] },
    file: new Blob([new Uint8Array(await writePdf())]),
  })
  const figures = await manager.client.member.searchParticipationByAccount({ params: { accountId } })
  const row = figures.find(({ memberId }) => memberId === hers)!
  const amountOf = (value: bigint) => new RegExp(`\\b${value / 100n}\\.${String(value % 100n).padStart(2, '0')}\\b`)
  secrets = {
    name: /Verborgen|V3rb0rgen|Zora/,
    address: /zora\.private/,
    phone: /2125557301/,
    'id of the member': new RegExp(hers),
    'id of the user': new RegExp(zora.user.id),
    'bank account': /9876501234|Sparbuch/,
    request: /Geh3imnis|271\.83/,
    document: /Vertraulich/,
    payments: /6137\.91|443\.17/,
    value: amountOf(row.value),
    units: new RegExp(row.units.replace('.', '\\.')),
    'number of the account': new RegExp(account.number),
  }
  const words = (memberId: string): KnownWords => ({
    ids: { user: joana.user.id, account: accountId, accountNumber: account.number, member: memberId, bankAccount },
    groupId: requestId ?? accountId,
    permissionId: accountId,
    userId: joana.user.id,
    code: 'AAPL',
    reportFilter: {},
  })
  own = words(mine)
  others = words(hers)
})
afterAll(() => app.stop())

async function ask({ route, group, name }: NamedRoute, words: KnownWords): Promise<{ status: number; text: string }> {
  const { params, body } = sampleInput({ route, group, name }, words)
  // A page of one's own names its fund and member without being one that the caller owns.
  const place = { accountId: words.ids.account!, memberId: words.ids.member! }
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  for (const part of [params, fields] as Record<string, Json>[])
    for (const [field, value] of Object.entries(place)) if (field in part) part[field] = value
  const response = await fetch(app.url + fillPath(route.path, params), {
    method: route.method,
    headers: { token: joana.user.token, 'content-type': 'application/json' },
    ...(route.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  // What was asked for may be named in the refusal.
  return {
    status: response.status,
    text: Object.values(params).reduce((rest, value) => rest.replaceAll(value, ''), text),
  }
}

/** Pages of one object that the sample does not name; mail-statements.test.ts reads it. */
const needsMore: readonly string[] = ['fund.printMyIssuedStatement']

const reading = routeList.filter(({ route }) => !isChange(route) && route.upload !== true)

test('no call that a member can make has anything of another member in its answer', async () => {
  const found: string[] = []
  const answered = new Set<string>()
  for (const named of reading)
    for (const [whose, words] of Object.entries({ own, others })) {
      const { status, text } = await ask(named, words)
      if (status === 200) answered.add(`${named.group}.${named.name}`)
      for (const [what, pattern] of Object.entries(secrets))
        if (pattern.test(text)) found.push(`${named.group}.${named.name} of ${whose}: ${what}`)
    }
  expect(found).toEqual([])
  // The member's own pages were really read.
  const pages = routeList
    .map(({ group, name }) => `${group}.${name}`)
    .filter((name) => /^(fund|document)\.(find|print)My/.test(name))
  expect(pages.filter((page) => !answered.has(page) && !needsMore.includes(page))).toEqual([])
})

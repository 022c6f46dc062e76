// The books of a fund.
import { writePng } from '../../adapters/picture/png.ts'
import { cents, linkAccount, moveMoney } from '../factories.ts'
import { newId } from '../../kernel/id.ts'
import { giveRole } from '../fund-roles.ts'
import type { Body, Ground, StoredCalls, StoredSample } from './stored-call.ts'

const entry = ({ account, memberId }: Ground) => ({
  accountId: account.id,
  memberId,
  amount: 100,
  date: '2026-02-26',
  description: 'Entry of the test',
})
const entriesOf = ({ call, memberId }: Ground, accountId: string) =>
  call('member.findParticipationByMemberAndAccount', { params: { accountId, memberId } })
const booksOf = ({ call, account }: Ground) => call('fund.findBooks', { params: { accountId: account.id } })
const listOf = (reply: Body, field: string) => reply[field] as readonly Body[]

const readEntry: StoredSample['read'] = async (ground, { id }) => {
  const row = (await entriesOf(ground, ground.account.id)).find((one) => one['id'] === id)
  return { ...row, bankAccountId: (row?.['bankAccount'] as Body | null)?.['id'] }
}
const entryWithBank: StoredSample = {
  body: (ground) => ({ ...entry(ground), foundId: ground.bankAccountId, isActive: '0' }),
  read: readEntry,
  fields: { foundId: 'bankAccountId', isActive: 'isActive' },
}
const returned = { because: 'It decides what happens to the money; send-funding.test.ts reads the transfer.' }

/** Why a record was reversed, from the history of the books. */
const reasonOf: StoredSample['read'] = async ({ call, account }, _reply, { id }) => {
  const body = { accountId: account.id, start: 0, count: 500 }
  const { result } = (await call('fund.findHistory', { body })) as { readonly result?: readonly Body[] }
  return result?.find((one) => one['id'] === id && one['undone'] !== null)?.['undone']
}

/** A payment of the member that no entry pays yet. */
const expectedOf = async ({ call, account, memberId }: Ground) => {
  const { id } = await call('fund.recordDuePlan', {
    body: {
      accountId: account.id,
      memberId,
      amount: 43,
      rhythm: 'YEARLY',
      firstDay: '2026-02-26',
      lastDay: '2026-02-26',
      reminds: false,
      description: 'Dues of the test',
    },
  })
  return { planId: id, day: '2026-02-26' }
}
const readDue: StoredSample['read'] = async ({ call, account }, _reply, sent) => {
  const { planId } = sent['due'] as Body
  const { payments } = (await call('fund.findDues', { params: { accountId: account.id } })) as Record<string, Body[]>
  return payments?.find((one) => one['planId'] === planId)
}

/** A request of the member that is not decided. */
async function openRequest({ app, account, memberId, manager }: Ground, kind: 'PAY_IN' | 'TAKE_OUT'): Promise<string> {
  const id = newId(app.clock)
  await app.services.db
    .insertInto('fund_request')
    .values({
      account_id: account.id,
      id,
      member_id: memberId,
      user_id: manager.user.id,
      kind,
      amount_cents: cents('1.00'),
      bank_account_id: null,
      comment: '',
      state: 'OPEN',
      made_at: new Date(app.clock.nowMs()),
      decided_at: null,
      decided_by: null,
      reason: null,
    })
    .execute()
  return id
}

const transfer = ({ account, memberId }: Ground) => ({
  accountId: account.id,
  date: '2026-02-27',
  fromMemberId: memberId,
  toMemberId: account.id,
  description: 'Transfer of the test',
})
const readTransfer: StoredSample['read'] = async (ground, { id }) =>
  listOf(await booksOf(ground), 'transfers').find((one) => one['id'] === id)

const mailed = ({ account, memberId }: Ground) => ({
  accountId: account.id,
  memberIds: [memberId],
  from: '2026-02-25',
  to: '2026-02-27',
})

export const bookCalls: StoredCalls = {
  'member.createContribution': [
    entryWithBank,
    {
      body: async (ground) => ({
        ...entry(ground),
        date: '2026-03-04',
        due: await expectedOf(ground),
        requestId: await openRequest(ground, 'PAY_IN'),
      }),
      read: readDue,
      fields: {
        due: { at: 'state', as: 'paid' },
        requestId: { because: 'It is answered then; request.test.ts reads it.' },
      },
    },
    {
      body: (ground) => ({ ...entry(ground), date: '2026-02-25', funding: 'opening' }),
      read: async (ground, { id }) => ({
        awaited: listOf(await booksOf(ground), 'unmatchedItems').some((one) => one['id'] === id),
      }),
      // Money of the opening value is in the account already, so no movement is awaited for it.
      fields: { funding: { at: 'awaited', as: false } },
    },
    {
      body: (ground) => ({ ...entry(ground), accountId: ground.paper.id, date: '2026-03-04', moveMoney: true }),
      read: async (ground, { id }) => ({
        isMoved: (await entriesOf(ground, ground.paper.id)).find((one) => one['id'] === id)?.['money'] !== null,
      }),
      fields: { moveMoney: 'isMoved' },
    },
  ],
  'member.createRetribution': [
    entryWithBank,
    {
      body: async (ground) => ({
        ...entry(ground),
        amount: 1,
        date: '2026-03-04',
        funding: 'new-money',
        moveMoney: false,
        requestId: await openRequest(ground, 'TAKE_OUT'),
      }),
      fields: {
        requestId: { because: 'It is answered then; request.test.ts reads it.' },
        funding: { because: 'Only money that is paid in can be part of the opening value.' },
        moveMoney: { because: 'send-funding.test.ts reads the withdrawal, which takes a second market day.' },
      },
    },
  ],
  'fund.reverseRecord': [
    {
      body: async ({ call, account }) => {
        const record = { accountId: account.id, amount: 1, date: '2026-02-27', description: 'to be reversed' }
        const { id } = await call('fund.recordExpense', { body: record })
        return { accountId: account.id, id, reason: 'typed twice' }
      },
      read: reasonOf,
      fields: { reason: 'why' },
    },
  ],
  'member.deleteContribution': [
    {
      body: async (ground) => {
        const { id } = await ground.call('member.createContribution', { body: entry(ground) })
        return { id, money: 'keep', reason: 'typed twice' }
      },
      read: reasonOf,
      fields: { money: returned, reason: 'why' },
    },
  ],
  'member.deleteRetribution': [
    {
      body: async (ground) => {
        const { id } = await ground.call('member.createRetribution', { body: { ...entry(ground), amount: 1 } })
        return { id, money: 'keep', reason: 'typed twice' }
      },
      read: reasonOf,
      fields: { money: returned, reason: 'why' },
    },
  ],
  'club.saveClub': [
    {
      body: async ({ manager, account }) => {
        const file = new Blob([new Uint8Array(writePng({ width: 1, height: 1, pixels: new Uint8Array(4) }))])
        await manager.client.club.uploadLogo({ params: { accountId: account.id }, file })
        const papers = { name: 'Club on papers', address: 'Quay 4, 8001 Zurich', text: 'Not an offer.' }
        return { accountId: account.id, ...papers, removesLogo: true }
      },
      read: async ({ call, account }) => {
        const club = await call('club.findClub', { params: { accountId: account.id } })
        return Object.assign({ removesLogo: club['logo'] === null }, club)
      },
      fields: { name: 'name', address: 'address', text: 'text', removesLogo: 'removesLogo' },
      cleared: { name: null },
    },
  ],
  'document.removeDocument': [
    {
      body: async ({ manager, account }) => {
        const { id } = await manager.client.document.uploadDocument({
          params: { accountId: account.id, name: 'Rules.pdf' },
          query: { title: 'Rules of the test', readers: ['TREASURER', 'APPROVER', 'AUDITOR'] },
          file: new Blob(['%PDF-1.4\n%%EOF']),
        })
        return { accountId: account.id, id, reason: 'Reason of the test' }
      },
      read: async ({ call, account }) => {
        const history = await call('fund.findHistory', {
          body: { accountId: account.id, kind: 'DOCUMENT', start: 0, count: 10 },
        })
        const removal = listOf(history, 'result').find(({ words }) => words === 'Removed: Document: Rules of the test')
        return { reason: removal?.['why'] }
      },
      fields: { reason: 'reason' },
    },
  ],
  'fund.setDealing': [
    {
      body: ({ account }) => ({
        accountId: account.id,
        statements: { frequency: 'QUARTERLY', monthDay: 5, hour: 8 },
      }),
      read: booksOf,
      fields: { statements: 'statements.timing' },
      cleared: { statements: null },
    },
    {
      // Entries fix it, so it needs an account without any.
      body: async ({ app, manager }) => ({
        accountId: (await linkAccount(app, manager, '2026-02-25', '10.00')).id,
        dealing: 'of-the-day',
      }),
      read: ({ call }, _reply, sent) => call('fund.findBooks', { params: { accountId: String(sent['accountId']) } }),
      fields: { dealing: 'dealing' },
    },
    {
      body: async ({ app, manager }) => {
        const [from, to] = [
          await linkAccount(app, manager, '2026-02-25', '10.00'),
          await linkAccount(app, manager, '2026-02-25', '0.00'),
        ]
        return {
          accountId: from.id,
          move: { toAccountId: to.id, day: '2026-02-25', arrivedOn: '2026-02-25', difference: -10 },
        }
      },
      fields: {
        move: { because: 'The fund is in another account then; move-fund.test.ts reads it there.' },
        'move.arrivedOn': { because: 'move-fund.test.ts reads the arrival in the new account.' },
      },
    },
  ],
  'fund.recordExpense': [
    {
      body: ({ account, memberId }) => ({
        accountId: account.id,
        date: '2026-02-26',
        amount: 6,
        description: 'Stamps',
        paidByMemberId: memberId,
      }),
      read: async (ground) => ({
        paid: (await entriesOf(ground, ground.account.id)).find((one) => one['amount'] === 6)?.['description'],
      }),
      fields: { paidByMemberId: { at: 'paid', as: 'Paid an expense: Stamps' } },
    },
  ],
  'fund.saveFeePolicy': [
    {
      body: ({ account, memberId }) => ({
        accountId: account.id,
        kind: 'performance',
        rate: '20',
        hurdle: '5',
        receiverId: account.id,
        period: 'year',
        ownRates: [{ memberId, rate: '0' }],
        chargesByItself: true,
      }),
      read: async (ground) => {
        const fees = await ground.call('fund.findFees', { params: { accountId: ground.account.id } })
        const policy = listOf(fees, 'policies')[0] ?? {}
        const { hurdle, chargesByItself } = policy
        return { hurdle, chargesByItself, own: listOf(policy, 'ownRates').length }
      },
      fields: { hurdle: 'hurdle', ownRates: { at: 'own', as: 1 }, chargesByItself: 'chargesByItself' },
    },
  ],
  'fund.recordTransfer': [
    {
      body: (ground) => ({ ...transfer(ground), amount: 7 }),
      read: readTransfer,
      fields: { amount: 'amount' },
    },
    {
      body: (ground) => ({ ...transfer(ground), units: '0.5' }),
      read: readTransfer,
      fields: { units: { at: 'units', as: '0.50000000' } },
    },
  ],
  'fund.match': [
    {
      body: async (ground) => {
        const record = { ...entry(ground), date: '2026-02-27', amount: 300 }
        const { id } = await ground.call('member.createContribution', { body: record })
        const movementId = await moveMoney(ground.app, ground.account, '2026-02-27', '295.00')
        return { accountId: ground.account.id, movementIds: [movementId], itemIds: [id], feeDescription: 'Wire fee' }
      },
      read: async (ground) => ({
        fee: listOf(await booksOf(ground), 'expenses').find(({ amount }) => amount === 5)?.['description'],
      }),
      fields: { feeDescription: 'fee' },
    },
  ],
  'fund.makeRequest': [
    {
      body: async (ground) => {
        const { call, account, memberId, bankAccountId, manager } = ground
        await call('member.createContribution', { body: entry(ground) })
        const member = { id: memberId, firstName: 'Ada', lastName: 'Lund', phone: '2125550100' }
        await call('member.update', { body: { ...member, userId: manager.user.id } })
        const comment = 'Request of the test'
        return { accountId: account.id, memberId, kind: 'PAY_IN', amount: 5, foundId: bankAccountId, comment }
      },
      read: async ({ call, account }, { id }) => {
        const row = (await call('fund.findRequests', { params: { accountId: account.id } })).find(
          (one) => one['id'] === id,
        )
        return { ...row, bankAccountId: (row?.['bankAccount'] as Body | null)?.['id'] }
      },
      fields: { amount: 'amount', foundId: 'bankAccountId', comment: 'comment' },
    },
  ],
  'fund.recordDuePlan': [
    {
      body: ({ account, memberId }) => ({
        accountId: account.id,
        memberId,
        amount: 12,
        rhythm: 'MONTHLY',
        firstDay: '2026-02-27',
        lastDay: '2026-12-31',
        reminds: false,
        description: 'Dues of the test',
      }),
      read: async ({ call, account }, { id }) =>
        listOf(await call('fund.findDues', { params: { accountId: account.id } }), 'plans').find(
          (one) => one['id'] === id,
        ),
      fields: { memberId: 'memberId', lastDay: 'lastDay' },
    },
  ],
  'fund.explainMovement': [
    {
      body: async (ground) => ({
        accountId: ground.account.id,
        movementId: await moveMoney(ground.app, ground.account, '2026-02-27', '43.00'),
        as: 'contribution',
        memberId: ground.memberId,
        due: await expectedOf(ground),
        requestId: await openRequest(ground, 'PAY_IN'),
      }),
      read: readDue,
      fields: {
        requestId: { because: 'It is answered then; request.test.ts reads it.' },
        memberId: { because: 'The next sample reads it.' },
        due: { at: 'state', as: 'paid' },
      },
    },
    {
      body: async (ground) => ({
        accountId: ground.account.id,
        movementId: await moveMoney(ground.app, ground.account, '2026-02-27', '41.00'),
        as: 'contribution',
        memberId: ground.memberId,
        description: 'Dues of the test',
      }),
      read: async (ground) => {
        const [row] = (await entriesOf(ground, ground.account.id)).filter((one) => one['amount'] === 41)
        return { description: row?.['description'], isMembers: row !== undefined }
      },
      fields: { memberId: { at: 'isMembers', as: true }, description: 'description' },
    },
  ],
  'fund.inviteToRole': [
    {
      body: ({ account }) => ({
        accountId: account.id,
        email: 'auditor@example.test',
        role: 'AUDITOR',
        lastDay: '2026-12-01',
      }),
      read: async ({ call, account }) =>
        (await call('fund.findRoles', { params: { accountId: account.id } })).find(
          (one) => one['email'] === 'auditor@example.test',
        ),
      fields: { lastDay: 'lastDay' },
    },
  ],
  'fund.setSecondPerson': [
    {
      // Changes of the other account's books would wait from then on.
      body: async ({ app, manager, paper }) => {
        await giveRole(app, manager, paper.id, 'APPROVER')
        return { accountId: paper.id, from: 500 }
      },
      fields: { from: { because: 'second-person.test.ts reads it.' } },
    },
  ],
  'fund.mailStatements': [
    {
      body: async (ground) => {
        await ground.call('fund.mailStatements', { body: mailed(ground) })
        return { ...mailed(ground), again: true }
      },
      read: async (ground) => {
        const rows = await ground.call('fund.findMailedStatements', { params: { accountId: ground.account.id } })
        return { memberIds: [...new Set(rows.map((row) => row['memberId']))], isAgain: rows.length === 2 }
      },
      fields: { memberIds: 'memberIds', again: 'isAgain' },
    },
  ],
}

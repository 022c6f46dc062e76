// One application with everything that the samples of stored fields name.
import { fillSimulatedMarket } from '../../features/market/fill-simulated-market.ts'
import { cents, closeSession, linkAccount, makeMember } from '../factories.ts'
import { startTestBrokerage } from '../paper-brokerage.ts'
import { transactionRow } from '../sample-rows.ts'
import { callerOf, type Ground } from './stored-call.ts'

export async function makeGround(): Promise<Ground> {
  const app = await startTestBrokerage()
  await fillSimulatedMarket(app.services)
  app.market.set('ACME', 50)
  const manager = await app.signUp(['ADMINISTRATORS', 'MANAGERS'])
  const other = await app.signUp(['INVESTORS'])
  const consent = await app.link(manager, 'stored-fields')
  const paper = await app.services.db.selectFrom('account').select(['id', 'number']).executeTakeFirstOrThrow()
  const account = await linkAccount(app, manager, '2026-02-25', '10000.00')
  for (const day of ['2026-02-25', '2026-02-26', '2026-02-27', '2026-03-03'])
    await closeSession(app, account, day, '10000.00')
  const memberId = await makeMember(manager, 'Mona')
  await app.services.db.updateTable('member').set({ email: 'mona@example.test' }).where('id', '=', memberId).execute()
  const { client } = manager
  const { id: bankAccountId } = await client.member.createBankAccount({
    body: { memberId, bankAccountNumber: '123456789', bankRouting: '021000021', bankAlias: 'House' },
  })
  await client.member.createContribution({
    body: { accountId: account.id, memberId, amount: cents('1000.00'), date: '2026-02-26', description: 'First' },
  })
  // A report that is mailed has rows.
  await app.services.db.insertInto('account_transaction').values(transactionRow(account.id)).execute()
  const { id: groupId } = await client.group.create({
    body: { name: 'Board', nameKey: 'BOARD', systemGroup: false, status: 'ACTIVE' },
  })
  const { code } = await app.services.db
    .selectFrom('instrument')
    .select('code')
    .where('asset_type', '=', 'EQUITY')
    .orderBy('code')
    .executeTakeFirstOrThrow()
  const named = { account, paper, consent, memberId, bankAccountId, otherUserId: other.user.id, groupId, code }
  return { app, manager, ...named, call: callerOf(app.url, manager.user.token) }
}

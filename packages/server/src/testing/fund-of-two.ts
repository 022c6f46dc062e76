// A fund of two members with a month behind it, for tests of what one of them may read of it.
import { closeSession, cents, linkAccount, makeMember, type LinkedAccount } from './factories.ts'
import type { ObjectOwner, TestGround } from './test-app.ts'

export interface FundOfTwo {
  readonly account: LinkedAccount
  /** Ids of the members. */
  readonly ann: string
  readonly joana: string
}

/**
 * Opens a fund of 1,000.00 on 2026-02-02 that Ann Secretive and Joana Ferreira hold half each. Until the close of
 * 2026-02-18 it has gains, Joana pays in 100.00, and Ann gives her 50.00 of her units.
 */
export async function makeFundOfTwo(app: TestGround, manager: ObjectOwner): Promise<FundOfTwo> {
  const account = await linkAccount(app, manager, '2026-02-02', '1000.00', '100.00')
  const ann = await makeMember(manager, 'Ann', 'Secretive')
  const joana = await makeMember(manager, 'Joana', 'Ferreira')
  const pay = (memberId: string, amount: string, date: string, funding?: 'opening') =>
    manager.client.member.createContribution({
      body: {
        accountId: account.id,
        memberId,
        amount: cents(amount),
        date,
        description: 'in',
        ...(funding ? { funding } : {}),
      },
    })
  await pay(ann, '500.00', '2026-02-02', 'opening')
  await pay(joana, '500.00', '2026-02-02', 'opening')
  await closeSession(app, account, '2026-02-03', '1100.00', '150.00')
  await closeSession(app, account, '2026-02-13', '1200.00', '50.00')
  await pay(joana, '100.00', '2026-02-16')
  await closeSession(app, account, '2026-02-17', '1210.00', '60.00')
  await manager.client.fund.recordTransfer({
    body: {
      accountId: account.id,
      date: '2026-02-18',
      fromMemberId: ann,
      toMemberId: joana,
      amount: cents('50.00'),
      description: 'gift of Ann Secretive',
    },
  })
  await closeSession(app, account, '2026-02-18', '1230.00', '90.00')
  return { account, ann, joana }
}

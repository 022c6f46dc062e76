// Effects that move money: a member's entry alone, one that pays in or out at the brokerage, and a deleted one whose
// money goes back. Entry and transfer are counted separately: one without the other is an error.
import { randomUUID } from 'node:crypto'
import { parseCents } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Ground, Intent } from './lost-ground.ts'

export const moneyKinds = ['entry', 'pay-in', 'pay-out', 'send-back'] as const

let amounts = 1_000
/** Each different: the amount identifies the request a transfer belongs to. */
const nextAmount = (): string => (++amounts / 100).toFixed(2)

export function moneyWishes(ground: Ground): Readonly<Record<(typeof moneyKinds)[number], () => Promise<Intent>>> {
  const { app, owner, account, memberId } = ground
  const bodyOf = (amount: string, moveMoney: boolean) => ({
    accountId: account.id,
    memberId,
    amount: parseCents(amount)!,
    date: ground.day,
    description: randomUUID(),
    moveMoney,
  })
  const entriesOf = async (description: string): Promise<number> => {
    const entries = await app
      .client(owner.user.token)
      .member.findParticipationByMemberAndAccount({ params: { accountId: account.id, memberId } })
    return entries.filter((entry) => entry.description === description).length
  }
  return {
    entry: () => {
      const body = bodyOf('10.00', false)
      return Promise.resolve({
        ask: (client, options) => client.member.createContribution({ body }, options),
        count: async () => [await entriesOf(body.description)],
      })
    },
    'pay-in': () => {
      const amount = nextAmount()
      const body = bodyOf(amount, true)
      return Promise.resolve({
        ask: (client, options) => client.member.createContribution({ body }, options),
        count: async () => [await entriesOf(body.description), await movedAt(ground, amount)],
      })
    },
    'pay-out': () => {
      const amount = nextAmount()
      const body = bodyOf(amount, true)
      return Promise.resolve({
        ask: (client, options) => client.member.createRetribution({ body }, options),
        count: async () => [await entriesOf(body.description), await movedAt(ground, `-${amount}`)],
      })
    },
    'send-back': async () => {
      const amount = nextAmount()
      const body = bodyOf(amount, true)
      const { id } = await owner.client.member.createContribution({ body })
      await app.services.background.idle()
      return {
        ask: (client, options) => client.member.deleteContribution({ body: { id, money: 'return' } }, options),
        count: async () => [1 - (await entriesOf(body.description)), await movedAt(ground, `-${amount}`)],
      }
    },
  }
}

/** Returns how often the brokerage itself has booked this amount. */
async function movedAt({ app, account }: Ground, amount: string): Promise<number> {
  await app.services.background.idle()
  const { rows } = await sql<{ times: number }>`
    select count(*)::int as times from paper.transaction t join paper.account a using (account_id)
    where a.account_number = ${account.number} and t.net_amount_cents = ${parseCents(amount)!}`.execute(app.services.db)
  return rows[0]!.times
}

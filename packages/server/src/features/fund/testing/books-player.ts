// Plays random changes of a fund's books through the API, as an owner makes them, and brokerage data as a reading
// writes it. Changes that a rule forbids are refused and change nothing; any failure other than a refusal is an error.
import { ApiError } from '@clubfolio/contract'
import { addSessions, formatCents, marketDay, type Cents, type MarketDay, toCents } from '@clubfolio/domain'
import * as fc from 'fast-check'
import { newId } from '../../../kernel/id.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import { cents, type LinkedAccount } from '../../../testing/factories.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { lockBooksForFacts, applyBrokerFacts } from '../book/apply-broker-facts.ts'

const operations = [
  'pay',
  'pay',
  'pay',
  'take',
  'leave',
  'close',
  'close',
  'close',
  'correct-close',
  'move',
  'move',
  'toggle',
  'delete',
  'expense',
  'paid-expense',
  'give',
  'match',
  'reverse',
  'close-period',
  'change-opening',
  'set-dealing',
] as const

export interface BooksCommand {
  readonly account: 0 | 1
  readonly operation: (typeof operations)[number]
  readonly who: number
  readonly size: number
  readonly luck: number
}

export function booksCommands(length: number): fc.Arbitrary<BooksCommand[]> {
  const one = fc.record({
    account: fc.constantFrom(0 as const, 1 as const),
    operation: fc.constantFrom(...operations),
    who: fc.nat(2),
    size: fc.integer({ min: 1, max: 50_000 }),
    luck: fc.integer({ min: -99, max: 99 }),
  })
  return fc.array(one, { minLength: length, maxLength: length })
}

export class BooksPlayer {
  private readonly app: TestApp
  private readonly owner: TestUser
  private readonly account: LinkedAccount
  private readonly members: readonly string[]
  /** The session whose close comes next. */
  private day: MarketDay
  private brokerCents: bigint | undefined

  constructor(
    app: TestApp,
    owner: TestUser,
    account: LinkedAccount,
    members: readonly string[],
    firstClose = '2026-02-03',
  ) {
    this.app = app
    this.owner = owner
    this.account = account
    this.members = members
    this.day = marketDay(firstClose)
  }

  /** Plays a command; returns false when a rule forbids it or there is nothing to do. */
  async play(command: BooksCommand): Promise<boolean> {
    try {
      return (await this.attempt(command)) !== undefined
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return false
      throw error
    }
  }

  private async attempt({ operation, who, size, luck }: BooksCommand): Promise<unknown> {
    const { member, fund } = this.owner.client
    const accountId = this.account.id
    const memberId = this.members[who]!
    const amount = BigInt(size) as Cents
    // Occasionally a session late or early, so that entries are back-dated or wait for their close.
    const date = addSessions(this.day, Math.trunc(luck / 40))
    const entry = { accountId, memberId, amount, date, description: 'said so' }
    switch (operation) {
      case 'pay':
        return member.createContribution({
          body: luck > 90 ? { ...entry, date: '2026-02-02', funding: 'opening' } : entry,
        })
      case 'take':
        return member.createRetribution({ body: entry })
      case 'leave': {
        const row = (await member.searchParticipationByAccount({ params: { accountId } })).find(
          (one) => one.memberId === memberId,
        )
        return row && row.value > 0n
          ? member.createRetribution({ body: { ...entry, amount: row.value, date: this.day } })
          : undefined
      }
      case 'close':
        return this.close(luck)
      case 'correct-close':
        return this.writeFacts((trx) =>
          trx
            .updateTable('account_close')
            .set((eb) => ({
              broker_value_cents: eb('broker_value_cents', '+', toCents(BigInt(luck))),
              is_rebuilt: true,
            }))
            .where('account_id', '=', accountId)
            .where('day', '=', addSessions(this.day, -1))
            .execute(),
        )
      case 'move':
        return this.move(formatCents((luck < -50 ? -amount / 10n : amount) as Cents))
      case 'toggle': {
        const one = await this.entryOf(memberId, size)
        return one && member.updateParticipationStatus({ body: { id: one.id, isActive: !one.isActive } })
      }
      case 'delete': {
        const one = await this.entryOf(memberId, size)
        return (
          one &&
          (one.type === 'contribution'
            ? member.deleteContribution({ body: { id: one.id } })
            : member.deleteRetribution({ body: { id: one.id } }))
        )
      }
      case 'expense':
        return fund.recordExpense({
          body: { accountId, date, amount: (amount / 50n + 1n) as Cents, description: 'cost' },
        })
      case 'paid-expense':
        return fund.recordExpense({
          body: {
            accountId,
            date,
            amount: (amount / 50n + 1n) as Cents,
            description: 'cost',
            paidByMemberId: memberId,
          },
        })
      case 'give': {
        const from = luck > 0 ? this.members[(who + 1) % this.members.length]! : accountId
        return fund.recordTransfer({
          body: {
            accountId,
            date,
            fromMemberId: from,
            toMemberId: memberId,
            description: 'gift',
            ...(luck % 2 === 0 ? { amount } : { units: '0.5' }),
          },
        })
      }
      case 'match': {
        const books = await fund.findBooks({ params: { accountId } })
        const [movement, item] = [books.unmatchedMovements[0], books.unmatchedItems[0]]
        return (
          movement &&
          item &&
          fund.match({ body: { accountId, movementIds: [movement.id], itemIds: [item.id], feeDescription: 'fee' } })
        )
      }
      case 'reverse': {
        const books = await fund.findBooks({ params: { accountId } })
        const all = [...books.matches, ...books.expenses, ...books.transfers]
        const one = all[size % Math.max(1, all.length)]
        return one && fund.reverseRecord({ body: { accountId, id: one.id } })
      }
      case 'close-period':
        return luck > 60 ? fund.closePeriod({ body: { accountId, until: addSessions(this.day, -4) } }) : undefined
      case 'change-opening':
        return fund.changeOpening({
          body: {
            accountId,
            day: '2026-02-02',
            shares: luck > 0 ? [{ memberId, share: cents('100.00'), paidIn: cents('80.00') }] : [],
          },
        })
      case 'set-dealing':
        return fund.setDealing({ body: { accountId, dealing: luck > 0 ? 'of-the-day' : 'before-the-day' } })
    }
  }

  private async entryOf(memberId: string, size: number) {
    const entries = await this.owner.client.member.findParticipationByMemberAndAccount({
      params: { accountId: this.account.id, memberId },
    })
    return entries[size % Math.max(1, entries.length)]
  }

  /**
   * Closes the next session, with a gain or loss of `luck` per mille; the last session before the test's own day is the
   * end.
   */
  async close(luck: number): Promise<boolean | undefined> {
    if (this.day >= '2026-03-04') return undefined
    this.brokerCents ??= (
      await this.app.services.db
        .selectFrom('account')
        .select('linked_value_cents')
        .where('id', '=', this.account.id)
        .executeTakeFirstOrThrow()
    ).linked_value_cents
    this.brokerCents += (this.brokerCents * BigInt(luck)) / 1000n
    const [day, value] = [this.day, this.brokerCents]
    await this.writeFacts((trx) =>
      trx
        .insertInto('account_close')
        .values({
          account_id: this.account.id,
          day,
          broker_value_cents: value,
          real_value_cents: value - BigInt(luck) * 3n,
          cash_cents: value,
          is_rebuilt: false,
          is_reconciled: luck !== 77,
          created_at: new Date(this.app.clock.nowMs()),
        })
        .execute(),
    )
    this.day = addSessions(day, 1)
    return true
  }

  /** Money arrives at the brokerage or leaves it on the next session. */
  async move(amount: string): Promise<boolean> {
    const id = newId(this.app.clock)
    const value = cents(amount)
    const linked = (
      await this.app.services.db
        .selectFrom('account')
        .select('linked_value_cents')
        .where('id', '=', this.account.id)
        .executeTakeFirstOrThrow()
    ).linked_value_cents
    this.brokerCents = (this.brokerCents ?? linked) + value
    await this.writeFacts((trx) =>
      trx
        .insertInto('account_movement')
        .values({
          account_id: this.account.id,
          id,
          broker_id: id,
          day: this.day,
          amount_cents: value,
          kind: 'CASH_RECEIPT',
          description: 'bank',
          created_at: new Date(this.app.clock.nowMs()),
        })
        .execute(),
    )
    return true
  }

  /** Writes a reading's data while holding the books, as the reading does. */
  private async writeFacts(
    write: (trx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<unknown>,
  ): Promise<boolean> {
    await inTransaction(this.app.services.db, async (trx) => {
      const held = await lockBooksForFacts(trx, this.account.id)
      await write(trx)
      if (held) await applyBrokerFacts(this.app.services, trx, held)
    })
    return true
  }
}

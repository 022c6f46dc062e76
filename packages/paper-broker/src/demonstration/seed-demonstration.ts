// Creates the demonstration login: a margin account whose past year was traded by real orders through the engine at the
// simulated market's prices. Runs in one transaction, and only when the login does not exist yet.
import { addSessions, marketDayAt, newYorkInstant } from '@clubfolio/domain'
import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { connect } from '../db/connect.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import { advanceAccount } from '../engine/advance-account.ts'
import { loadBook } from '../engine/load-book.ts'
import { cancelOrder, placeOrder } from '../engine/order-desk.ts'
import type { OrderParts } from '../engine/order-desk.ts'
import { moveMoney } from '../funding/move-money.ts'
import type { Clock } from '../kernel/clock.ts'
import { listAccountsOfLogin } from '../ledger/list-accounts.ts'
import type { AccountSummary } from '../ledger/list-accounts.ts'
import { openAccount } from '../ledger/open-account.ts'
import { hashPassword } from '../login/password.ts'
import { insertLogin } from '../login/register.ts'
import { userNameOf } from '../login/user-name.ts'
import { marketState } from '../market/market-state.ts'
import type { MarketState } from '../market/market-state.ts'
import type { PaperInstrument, PaperMarket } from '../market/paper-market.ts'
import { cents } from '../money/money.ts'
import { PLAIN_SETTINGS, heldOf } from '../order/account-book.ts'
import { isOpen, isTradable } from '../order/order.ts'
import { entryOrder, leavingOrder } from './demonstration-order.ts'
import { DEMONSTRATION_SESSIONS, DEMONSTRATION_SHARES, demonstrationPlan } from './demonstration-plan.ts'
import type { PlannedStep } from './demonstration-plan.ts'

export interface DemonstrationParts {
  readonly databaseUrl: string
  readonly clock: Clock
  readonly market: PaperMarket
  /** Whether the simulated market ticks around the clock. */
  readonly isAlwaysOpen?: boolean
}

export interface DemonstrationLogin {
  readonly userName: string
  readonly password: string
}

const OPENING_MINUTE = 9 * 60 + 40

/**
 * Chooses ordinary shares that existed before the first day, spread over the market, one for each share number in the
 * plan.
 */
async function chooseShares(market: PaperMarket, from: MarketDay): Promise<PaperInstrument[]> {
  const at = newYorkInstant(from, OPENING_MINUTE)
  const known = await market.search({ by: 'symbol-pattern', text: '*', limit: 200 }, at)
  const shares = known.filter((instrument) => instrument.assetType === 'EQUITY')
  if (shares.length === 0) throw new Error('The demonstration needs shares; the market has none')
  const stride = Math.max(1, Math.floor(shares.length / DEMONSTRATION_SHARES))
  return shares.filter((_, index) => index % stride === 0).slice(0, DEMONSTRATION_SHARES)
}

interface Owner {
  readonly account: AccountSummary
  readonly parts: OrderParts
  readonly transaction: DatabaseTransaction
  readonly market: PaperMarket
  readonly atMs: EpochMs
}

/** Cancels the open orders in a share and closes its position. */
async function leave({ account, parts, transaction }: Owner, share: PaperInstrument): Promise<void> {
  await advanceAccount(transaction, account, await parts.desk.of(account), parts.settings)
  const load = async (): ReturnType<typeof loadBook> =>
    loadBook(transaction, { account_id: account.accountId, account_type: account.accountType })
  const book = await load()
  const open = [...book.orders.values()]
    .filter(isTradable)
    .filter((order) => isOpen(order) && order.terms.symbol === share.symbol)
  for (const { orderId } of open) await cancelOrder(parts, account, orderId)
  const held = heldOf(await load(), share.symbol)
  if (held !== 0n) await placeOrder(parts, account, leavingOrder(share, held))
}

async function take(owner: Owner, step: PlannedStep, share: PaperInstrument | undefined): Promise<void> {
  const { account, parts, market, atMs } = owner
  if (step.kind === 'TRANSFER') {
    const reference = `demonstration ${step.session}`
    await moveMoney(parts, account, {
      direction: step.direction,
      amount: cents(BigInt(step.dollars) * 100n),
      reference,
    })
    return
  }
  if (share === undefined) throw new Error('The demonstration has no share for a step')
  if (step.kind === 'LEAVE') return leave(owner, share)
  const quote = await market.quote(share.symbol, atMs)
  const draft = quote === null ? null : entryOrder(step.entry, share, quote, step.dollars)
  if (draft !== null) await placeOrder(parts, account, draft)
}

/**
 * Creates the demonstration's login and account. Returns the account's number, or null when the login already exists;
 * existing data is never changed. The brokerage must have been started on the database before, so that the tables
 * exist.
 */
export async function seedDemonstration(
  { databaseUrl, clock, market, isAlwaysOpen = true }: DemonstrationParts,
  login: DemonstrationLogin,
): Promise<string | null> {
  const userName = userNameOf(login.userName)
  if (userName === null)
    throw new Error(`The demonstration's user name ${JSON.stringify(login.userName)} cannot be one`)
  const database = connect(databaseUrl, () => {})
  try {
    const known = await database
      .selectFrom('paper.login')
      .select('login_id')
      .where('user_name', '=', userName)
      .executeTakeFirst()
    if (known !== undefined) return null
    const passwordHash = await hashPassword(login.password)
    const nowMs = clock.now()
    const first = addSessions(marketDayAt(nowMs), -DEMONSTRATION_SESSIONS)
    const shares = await chooseShares(market, first)
    const stateAt = (marketMs: EpochMs): MarketState =>
      marketState('simulated', 'live', { clocks: { wallMs: nowMs, marketMs }, market, alwaysOpen: isAlwaysOpen })
    return await inTransaction(database, async (transaction) => {
      const loginId = await insertLogin(transaction, clock, userName, passwordHash)
      if (loginId === null) return null
      await openAccount(
        transaction,
        { loginId, accountType: 'MARGIN', nickName: 'Demonstration', reference: null },
        stateAt(newYorkInstant(first, OPENING_MINUTE)),
      )
      const [opened] = await listAccountsOfLogin(transaction, loginId)
      if (opened === undefined) throw new Error('The demonstration has no account')
      const partsAt = (atMs: EpochMs): OrderParts => {
        const state = stateAt(atMs)
        return {
          database: transaction,
          settings: PLAIN_SETTINGS,
          desk: { active: async () => state, of: async () => state, isActive: async () => true },
        }
      }
      for (const step of demonstrationPlan()) {
        const atMs = newYorkInstant(addSessions(first, step.session), step.minute)
        // A market with fewer shares than the plan reuses them.
        const share = step.kind === 'TRANSFER' ? undefined : shares[step.share % shares.length]
        await take({ account: opened, parts: partsAt(atMs), transaction, market, atMs }, step, share)
      }
      await advanceAccount(transaction, opened, stateAt(nowMs), PLAIN_SETTINGS)
      return opened.accountNumber
    })
  } finally {
    await database.destroy()
  }
}

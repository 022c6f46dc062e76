// The results of a fund's account by day and kind, as its year's papers allocate them: realised by lots, dividends,
// interest and broker fees. Those of a closed period are read as they were when it was closed
// (docs/rules/fund-year.md, "Lines").
import { holdingTerm, toCents, toMarketDay, type AccountResult, type ResultKind } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { part, readTogether } from '../../../db/read-together.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { findRealisedProfit } from '../../transaction/find-realised-profit.ts'
import { readHomes, type AccountHome } from '../book/account-home.ts'

type ResultServices = Pick<Services, 'db' | 'realised'>

/** Returns the results of a fund, one per day and kind, oldest first. */
export async function readAccountResults(services: ResultServices, fundId: string): Promise<AccountResult[]> {
  // In one statement: closing the books moves results from the live ones to the frozen ones.
  const { frozen, periods } = await readTogether(services.db, {
    frozen: part(
      services.db
        .selectFrom('fund_result')
        .select(['day', 'kind', 'amount_cents'])
        .where('account_id', '=', fundId)
        .orderBy('day')
        .orderBy('kind'),
      { day: 'text', kind: 'text', amount_cents: 'bigint' },
    ),
    periods: part(services.db.selectFrom('fund_result_period').select('until_day').where('account_id', '=', fundId), {
      until_day: 'text',
    }),
  })
  const until = periods[0]?.until_day
  return [
    ...frozen.map((row) => ({ day: toMarketDay(row.day), kind: row.kind, amountCents: row.amount_cents })),
    ...(await readLiveResults(services, fundId)).filter(({ day }) => until === undefined || day > until),
  ]
}

/** Keeps the results of a period that is closed: nothing that the brokerage corrects later changes its papers. */
export async function freezeResults(
  services: ResultServices,
  trx: Trx,
  { accountId, until }: { readonly accountId: string; readonly until: string },
): Promise<void> {
  const before = await readFrozenUntil(trx, accountId)
  const results = (await readLiveResults(services, accountId)).filter(
    ({ day }) => day <= until && (before === undefined || day > before),
  )
  // A period of decades has more rows than one statement takes.
  for (let start = 0; start < results.length; start += 1_000)
    await trx
      .insertInto('fund_result')
      .values(
        results
          .slice(start, start + 1_000)
          .map(({ day, kind, amountCents }) => ({ account_id: accountId, day, kind, amount_cents: amountCents })),
      )
      .execute()
  await trx
    .insertInto('fund_result_period')
    .values({ account_id: accountId, until_day: until })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ until_day: until }))
    .execute()
}

async function readFrozenUntil(db: Db | Trx, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('fund_result_period')
    .select('until_day')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.until_day
}

async function readLiveResults(services: ResultServices, fundId: string): Promise<AccountResult[]> {
  const sums = new Map<string, AccountResult>()
  for (const home of await readHomes(services.db, fundId))
    for (const one of await resultsOfHome(services, home)) {
      const key = `${one.day} ${one.kind}`
      const known = sums.get(key)
      sums.set(key, known ? { ...one, amountCents: toCents(known.amountCents + one.amountCents) } : one)
    }
  return [...sums]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, one]) => one)
    .filter(({ amountCents }) => amountCents !== 0n)
}

/** The results of a stay of the books at an account. A lot of unknown cost has none; Real has it by average cost. */
async function resultsOfHome(services: ResultServices, home: AccountHome): Promise<AccountResult[]> {
  const { gains, incomes } = await findRealisedProfit(services, home.accountId, { fromDate: null, toDate: null })
  const booked = await readBooked(services.db, home.accountId)
  const sessionOf = (id: string, day: string): string => booked.days.get(id) ?? day
  const isHere = ({ day }: AccountResult): boolean =>
    (home.afterDay === null || day > home.afterDay) && (home.untilDay === null || day <= home.untilDay)
  const result = (day: string, kind: ResultKind, amount: bigint): AccountResult => ({
    day: toMarketDay(day),
    kind,
    amountCents: toCents(amount),
  })
  return [
    ...gains.flatMap((gain) =>
      gain.profit === null
        ? []
        : [result(sessionOf(gain.closedId, gain.closedDay), kindOfTerm[holdingTerm(gain) ?? 'UNDATED'], gain.profit)],
    ),
    ...incomes.map((one) =>
      result(
        sessionOf(one.transactionId, one.day),
        one.instrumentCode === null || /\binterest\b/i.test(one.description) ? 'interest' : 'dividends',
        one.amount + (booked.feesOfIncome.get(one.transactionId) ?? 0n),
      ),
    ),
    ...booked.fees.map(({ day, cents }) => result(day, 'brokerFees', -cents)),
  ].filter(isHere)
}

const kindOfTerm = { SHORT_TERM: 'shortTerm', LONG_TERM: 'longTerm', UNDATED: 'undated' } as const

interface Booked {
  /** The session whose close has a transaction, where it is not the day of the transaction itself. */
  readonly days: ReadonlyMap<string, string>
  readonly fees: ReadonlyArray<{ readonly day: string; readonly cents: bigint }>
  /** What was kept back of dividends and interest. */
  readonly feesOfIncome: ReadonlyMap<string, bigint>
}

/** Fees of movements are part of the movement, not of the result; those booked by themselves are what they cost. */
async function readBooked(db: Db, accountId: string): Promise<Booked> {
  const { rows } = await sql<{
    broker_id: string
    day: string
    trade_date: string
    kind: string
    cost_cents: bigint
  }>`
    select t.broker_id, t.day, t.trade_date, t.kind,
      case when m.id is not null then 0 when t.kind = 'FEE' then -t.net_amount_cents
        else t.fee_cents end as cost_cents
    from account_transaction t
    left join account_movement m on m.account_id = t.account_id and m.broker_id = t.broker_id
    where t.account_id = ${accountId} and (t.day <> t.trade_date or t.fee_cents <> 0 or t.kind = 'FEE')
    order by t.day, t.broker_id`.execute(db)
  const costs = rows.filter((row) => row.cost_cents !== 0n)
  return {
    days: new Map(rows.map((row) => [row.broker_id, row.day])),
    fees: costs.map((row) => ({ day: row.day, cents: row.cost_cents })),
    feesOfIncome: new Map(
      costs.filter((row) => row.kind === 'DIVIDEND_OR_INTEREST').map((row) => [row.broker_id, row.cost_cents]),
    ),
  }
}

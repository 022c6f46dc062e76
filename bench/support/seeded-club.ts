// The users of a load: each with a session, every fifth a manager with a copy of the demonstration's account and a fund
// of thirty members and some hundred and fifty additional entries, the others members who can sign in. Created in the
// database by the product's own code, so that no sign-in limit applies; their watchlists are created through the calls.
import { createClient } from '../../packages/contract/src/index.ts'
import { addSessions, type MarketDay } from '../../packages/domain/src/index.ts'
import type { Connection } from '../../packages/server/src/db/connect.ts'
import { demonstrationManager } from '../../packages/server/src/demonstration/seed-demonstration.ts'
import { createUser } from '../../packages/server/src/features/user/create-user.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { findSession, openSession } from '../../packages/server/src/kernel/session.ts'
import { inTransaction } from '../../packages/server/src/kernel/transaction.ts'
import { copyFund } from './copied-fund.ts'

const usersPerManager = 5
const addedMembers = 25
const addedEntries = 150
/** Transactions of the account behind the PDF. */
const bookedTransactions = 5_000

export interface ManagedFund {
  readonly accountId: string
  readonly accountNumber: string
  readonly memberIds: readonly string[]
}

export interface LoadUser {
  readonly id: string
  readonly token: string
  readonly sessionId: string
  readonly watchlistId: string
  /** The codes on the user's watchlist. */
  readonly watched: readonly string[]
  readonly fund: ManagedFund | undefined
}

export interface SeededClub {
  readonly users: readonly LoadUser[]
  readonly codes: readonly string[]
  readonly marketDay: MarketDay
}

export async function seedClub({ db, pool }: Connection, origin: string, userCount: number): Promise<SeededClub> {
  const { rows: listed } = await pool.query<{ code: string }>(
    'select i.code from instrument i join market_source s on s.source = i.source and s.is_active order by i.code',
  )
  const codes = listed.map(({ code }) => code)
  const {
    rows: [market],
  } = await pool.query<{ market_day: string }>('select market_day from market_source where is_active')
  const demonstration = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', demonstrationManager)
    .executeTakeFirstOrThrow()
  const users: LoadUser[] = []
  let fund: ManagedFund | undefined
  for (let number = 0; number < userCount; number++) {
    const isManager = number % usersPerManager === 0
    const person = await signUp(db, number, isManager)
    if (isManager) {
      await copyFund(db, { fromOwner: demonstration.id, toOwner: person.id, number })
      fund = await enlargeFund(pool, person.id, number === 0)
    } else {
      await db
        .updateTable('member')
        .set({ user_id: person.id })
        .where('id', '=', fund!.memberIds[(number % usersPerManager) - 1]!)
        .execute()
    }
    users.push({
      ...person,
      ...(await makeWatchlist(origin, person.token, codes, number)),
      fund: isManager ? fund : undefined,
    })
  }
  await pool.query('vacuum analyze')
  return { users, codes, marketDay: market!.market_day as MarketDay }
}

async function signUp(
  db: Connection['db'],
  number: number,
  isManager: boolean,
): Promise<Pick<LoadUser, 'id' | 'token' | 'sessionId'>> {
  const { id, token } = await inTransaction(db, async (trx) => {
    const made = await createUser(trx, systemClock, {
      firstName: 'Load',
      lastName: `Person ${number}`,
      email: `load${number}@example.test`,
      phoneNumber: `+1212556${String(1000 + number)}`,
      passwordHash: 'x',
      groups: [isManager ? 'MANAGERS' : 'INVESTORS'],
    })
    return {
      id: made,
      token: await openSession(trx, systemClock, { userId: made, address: '127.0.0.1', userAgent: 'load' }),
    }
  })
  const session = await findSession(db, systemClock, token, true)
  return { id, token, sessionId: session!.id }
}

/**
 * Adds more members and entries than the demonstration has, spread over its year; the first account also gets a long
 * list of transactions.
 */
async function enlargeFund(pool: Connection['pool'], ownerId: string, isLong: boolean): Promise<ManagedFund> {
  const {
    rows: [account],
  } = await pool.query<{ id: string; number: string }>('select id, number from account where owner_id = $1', [ownerId])
  const { id: accountId, number: accountNumber } = account!
  await pool.query(
    `insert into member (id, owner_id, first_name, last_name, email, phone, status, created_at, updated_at)
     select overlay(overlay(md5($1::uuid::text || n) placing '7' from 13) placing '8' from 17)::uuid, $1::uuid, 'Member', 'Number ' || n, '', '+1212557' || (1000 + n), 'ACTIVATED', now(), now() from generate_series(1, $2::int) n`,
    [ownerId, addedMembers],
  )
  await pool.query(
    `with days as (select day, row_number() over (order by day) as at, count(*) over () as many from account_close where account_id = $1::uuid and day > (select opening_day from fund where account_id = $1::uuid)),
       people as (select id, row_number() over (order by id) as at, count(*) over () as many from member where owner_id = $2::uuid)
     insert into fund_entry (account_id, id, member_id, kind, day, amount_cents, is_active, funding, bank_account_id, description, is_back_dated, recorded_at, recorded_by)
     select $1::uuid, overlay(overlay(md5($1::uuid::text || 'entry' || n) placing '7' from 13) placing '8' from 17)::uuid, p.id, 'contribution', d.day, 10000 + (n * 7919) % 190000, true, null, null, 'Paid in', false, now(), $2::uuid
     from generate_series(1, $3::int) n join days d on d.at = 1 + (n * 37) % d.many join people p on p.at = 1 + n % p.many`,
    [accountId, ownerId, addedEntries],
  )
  if (isLong) {
    await pool.query(
      `insert into account_transaction (account_id, broker_id, occurred_at, day, kind, description, symbol, asset_type, quantity, price, net_amount_cents, order_id)
       select $1, (70000000000 + n)::text, timestamptz '2016-01-04 15:00Z' + n * interval '9 hours', (timestamptz '2016-01-04 15:00Z' + n * interval '9 hours')::date, 'TRADE', 'Bought ' || n % 900 || ' at 388.0' || n % 10,
         null, null, null, null, -(n % 900 + 1) * 38802, (80000000000 + n)::text
       from generate_series(1, $2::int) n`,
      [accountId, bookedTransactions],
    )
  }
  const { rows: members } = await pool.query<{ id: string }>(
    'select distinct m.id from member m join fund_entry e on e.member_id = m.id where m.owner_id = $1 order by m.id',
    [ownerId],
  )
  return { accountId, accountNumber, memberIds: members.map(({ id }) => id) }
}

async function makeWatchlist(
  origin: string,
  token: string,
  codes: readonly string[],
  number: number,
): Promise<Pick<LoadUser, 'watchlistId' | 'watched'>> {
  const client = createClient({ baseUrl: origin, getToken: () => token })
  const { id } = await client.watchlist.create({ body: { name: 'Watched' } })
  const watched = Array.from({ length: 10 }, (_, place) => codes[(number * 13 + place * 29) % codes.length]!)
  for (const code of watched) await client.watchlist.addInstrument({ body: { id, code } })
  return { watchlistId: id, watched }
}

/** Returns the day that many years of sessions before the market's day. */
export const yearsBefore = (day: MarketDay, years: number): MarketDay => addSessions(day, -252 * years)

// A row that one worker at a time works on: claimed for a limited time, renewed while the work goes on, released at its
// end. The claim of a worker that dies expires, and the row is taken again. Time is the clock of the services, because
// a claim is also a due time that tests and the demonstration move on.
//
// Not leases, each for its own reason: `level_due` (the note is deleted in the transaction that does its work, so
// nothing outlives a worker), `order_turn` (a claim inserts the row of an account that has none), row locks and
// advisory locks of imports, of the STOMP forwarder and of the start (they end with the connection that holds them),
// `fund_funding` (a transfer carries its own key to the brokerage, so sending it twice moves the money once).
import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import type { Clock } from './clock.ts'
import { newId } from './id.ts'

type Column<T extends keyof Tables> = keyof Selectable<Tables[T]> & string

/**
 * How a worker recognises its own claim: the claims counted so far, a token of its own, or the expiry that it wrote.
 */
export interface LeaseOwner<C extends string> {
  readonly by: 'COUNT' | 'TOKEN' | 'EXPIRY'
  readonly column: C
}

export interface LeaseScheme<T extends keyof Tables, C extends Column<T>> {
  readonly table: T
  readonly key: readonly C[]
  readonly owner: LeaseOwner<C>
  /** When the claim expires. A due time doubles as this where a claim only has to move it on. */
  readonly until: Column<T>
  /** Whether `until` belongs to the claim alone and is null while nobody holds the row. */
  readonly isClearedOnRelease: boolean
  readonly leaseMs: number
  /** What is true of a row as long as its claim means anything: `state = 'WAITING'`. */
  readonly held?: RawBuilder<boolean>
}

export interface ClaimOrder<T extends keyof Tables> {
  /** Which rows are due, in the columns of the table. That nobody holds them is added. */
  readonly due: RawBuilder<boolean>
  readonly orderBy: RawBuilder<unknown>
  readonly limit: number
  /** What a claim writes besides itself. */
  readonly set?: Partial<Updateable<Tables[T]>>
}

export interface Lease<T extends keyof Tables, C extends Column<T>> {
  /** Claims due rows that nobody holds. Two workers never get the same one; rows locked by another are left out. */
  claim(parts: LeaseParts, order: ClaimOrder<T>): Promise<Selectable<Tables[T]>[]>
  /** Writes under the claim; returns false when the row is no longer the caller's, and then nothing is written. */
  change(db: Db, row: Owned<T, C>, change: Partial<Updateable<Tables[T]>>): Promise<boolean>
  /** Starts the time again; returns false when another worker has the row by now. */
  renew(parts: LeaseParts, row: Owned<T, C>): Promise<boolean>
  /** Lets others have the row at once, and writes `also` with that; returns false as `change` does. */
  release(parts: LeaseParts, row: Owned<T, C>, also?: Partial<Updateable<Tables[T]>>): Promise<boolean>
}

export interface LeaseParts {
  readonly db: Db
  readonly clock: Clock
}

/** The columns that identify a row and the claim on it. */
export type Owned<T extends keyof Tables, C extends Column<T>> = Readonly<Pick<Selectable<Tables[T]>, C>>

export function createLease<T extends keyof Tables, C extends Column<T>>(scheme: LeaseScheme<T, C>): Lease<T, C> {
  const { table, key, owner, until, isClearedOnRelease, leaseMs } = scheme
  const tableName = sql.table(table)
  const held = scheme.held ?? sql<boolean>`true`
  const listed = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql`, `)
  const assigned = (values: object): RawBuilder<unknown>[] =>
    Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const end = (clock: Clock) => new Date(clock.nowMs() + leaseMs)

  const change = async (db: Db, row: Owned<T, C>, values: object): Promise<boolean> => {
    const isOurs = [...key, owner.column].map((column) => sql`${sql.ref(column)} = ${row[column]}`)
    const { rows } = await sql`
      update ${tableName} set ${listed(assigned(values))} where ${sql.join(isOurs, sql` and `)} and ${held} returning 1
    `.execute(db)
    return rows.length > 0
  }

  return {
    async claim({ db, clock }, { due, orderBy, limit, set = {} }) {
      const now = new Date(clock.nowMs())
      const isFree = isClearedOnRelease
        ? sql`(${sql.ref(until)} is null or ${sql.ref(until)} <= ${now})`
        : sql`${sql.ref(until)} <= ${now}`
      const writes = [
        ...assigned({ ...set, [until]: end(clock) }),
        ...(owner.by === 'COUNT' ? [sql`${sql.ref(owner.column)} = ${sql.ref(`held.${owner.column}`)} + 1`] : []),
        ...(owner.by === 'TOKEN' ? [sql`${sql.ref(owner.column)} = ${newId(clock)}`] : []),
      ]
      const isDue = listed(key.map((column) => sql.ref(`due.${column}`)))
      // Materialised: in a nested loop a limited subquery would run, and lock other rows, once per row.
      const { rows } = await sql<Selectable<Tables[T]>>`
        with due as materialized (
          select ${listed(key.map((column) => sql.ref(column)))} from ${tableName} where ${due} and ${isFree}
          order by ${orderBy} limit ${limit} for update skip locked
        )
        update ${tableName} as held set ${listed(writes)} from due
        where (${listed(key.map((column) => sql.ref(`held.${column}`)))}) = (${isDue})
        returning held.*
      `.execute(db)
      return rows
    },
    change,
    renew: ({ db, clock }, row) => change(db, row, { [until]: end(clock) }),
    release: ({ db, clock }, row, also = {}) =>
      change(db, row, {
        [until]: isClearedOnRelease ? null : new Date(clock.nowMs()),
        ...(owner.by === 'TOKEN' ? { [owner.column]: null } : {}),
        ...also,
      }),
  }
}

/**
 * The expiry of a lease by the database's clock, for work that runs now and renews by a timer: tasks and effects that
 * commit in steps. Their processes may run on machines whose clocks differ, and nothing moves this time on.
 */
export const leaseEndAfter = (seconds: number): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`

/** Returns the condition that such a lease is running; one that was never taken is not. */
export const isLeaseRunning = (column: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(column)} > clock_timestamp(), false)`

/**
 * Calls `renew` periodically and returns the function that ends it. A failed renewal is followed by another; without
 * any, the lease expires, as it should.
 */
export function renewEvery(
  everyMs: number,
  renew: () => Promise<unknown>,
  onFailure: (error: unknown) => void = () => undefined,
): () => void {
  const timer = setInterval(() => void renew().catch(onFailure), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

// Throttles guessing: every attempt is recorded before it is checked and removed when it succeeds, so that parallel
// attempts cannot slip past the count. Counts live in the table, not in this process.

import type { Database } from '../db/connect.ts'
import type { Clock } from '../kernel/clock.ts'
import { uuidV7 } from '../kernel/id.ts'

const WINDOW_MS = 15 * 60_000
const MAX_PER_NAME_AND_ADDRESS = 5
const MAX_PER_ADDRESS = 30
const MAX_PER_NAME = 50
const REGISTRATION_WINDOW_MS = 60 * 60_000
const MAX_REGISTRATIONS_PER_ADDRESS = 20

export interface Try {
  readonly tryId: string
  readonly isAllowed: boolean
}

interface TryParts {
  readonly database: Database
  readonly clock: Clock
}

async function record(
  { database, clock }: TryParts,
  kind: 'SIGN_IN' | 'REGISTER',
  userName: string,
  address: string,
): Promise<string> {
  const tryId = uuidV7(clock.now())
  const row = { try_id: tryId, kind, user_name: userName, address, tried_at: new Date(clock.now()) }
  await database.insertInto('paper.sign_in_try').values(row).execute()
  return tryId
}

/** Records a sign-in attempt and returns whether it may be checked; the current attempt counts. */
export async function trySignIn(parts: TryParts, userName: string, address: string): Promise<Try> {
  const tryId = await record(parts, 'SIGN_IN', userName, address)
  const since = new Date(parts.clock.now() - WINDOW_MS)
  const counted = await parts.database
    .selectFrom('paper.sign_in_try')
    .select((eb) => [
      eb.fn
        .countAll<bigint>()
        .filterWhere(eb.and([eb('user_name', '=', userName), eb('address', '=', address)]))
        .as('pair'),
      eb.fn.countAll<bigint>().filterWhere('address', '=', address).as('address'),
      eb.fn.countAll<bigint>().filterWhere('user_name', '=', userName).as('name'),
    ])
    .where('kind', '=', 'SIGN_IN')
    .where('tried_at', '>', since)
    .where((eb) => eb.or([eb('user_name', '=', userName), eb('address', '=', address)]))
    .executeTakeFirstOrThrow()
  const isAllowed =
    counted.pair <= MAX_PER_NAME_AND_ADDRESS && counted.address <= MAX_PER_ADDRESS && counted.name <= MAX_PER_NAME
  return { tryId, isAllowed }
}

/** Records a registration and returns whether this address may create another login within the hour. */
export async function tryRegister(parts: TryParts, userName: string, address: string): Promise<Try> {
  const tryId = await record(parts, 'REGISTER', userName, address)
  const counted = await parts.database
    .selectFrom('paper.sign_in_try')
    .select(({ fn }) => fn.countAll<bigint>().as('tries'))
    .where('kind', '=', 'REGISTER')
    .where('address', '=', address)
    .where('tried_at', '>', new Date(parts.clock.now() - REGISTRATION_WINDOW_MS))
    .executeTakeFirstOrThrow()
  return { tryId, isAllowed: counted.tries <= MAX_REGISTRATIONS_PER_ADDRESS }
}

/** Removes a successful attempt, so that only failures count. */
export async function forgive(database: Database, tryId: string): Promise<void> {
  await database.deleteFrom('paper.sign_in_try').where('try_id', '=', tryId).execute()
}

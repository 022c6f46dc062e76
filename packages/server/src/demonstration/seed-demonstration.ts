// The demonstration's people: a manager, an administrator and a fund member who may sign in. Created once, in an empty
// database.
import { randomBytes } from 'node:crypto'
import { hashPassword } from '../features/security/password.ts'
import { createUser, type NewUser } from '../features/user/create-user.ts'
import type { Clock } from '../kernel/clock.ts'
import { inTransaction } from '../kernel/transaction.ts'
import type { Db } from '../db/connect.ts'

/** Public through this file, and therefore only for a server that listens on this machine. */
export const demonstrationPassword = 'paper-quiet-2026'

/** The user whose accounts and members the demonstration fills. */
export const demonstrationManager = 'manager@clubfolio.example'

/** The manager's login at the paper brokerage. */
export const paperUserName = 'demo'

export type DemonstrationRole = 'manager' | 'administrator' | 'member'

export interface DemonstrationSignIn {
  readonly role: DemonstrationRole
  readonly email: string
  readonly password: string
}

const people: readonly (Omit<NewUser, 'passwordHash'> & { role: DemonstrationRole })[] = [
  {
    role: 'manager',
    firstName: 'Maria',
    lastName: 'Keller',
    email: demonstrationManager,
    phoneNumber: '+12125550101',
    groups: ['MANAGERS'],
  },
  {
    role: 'administrator',
    firstName: 'Alan',
    lastName: 'Brooks',
    email: 'admin@clubfolio.example',
    phoneNumber: '+12125550102',
    groups: ['ADMINISTRATORS'],
  },
  {
    role: 'member',
    firstName: 'Nora',
    lastName: 'Lind',
    email: 'member@clubfolio.example',
    phoneNumber: '+12125550103',
    groups: ['INVESTORS'],
  },
]

/**
 * Creates the demonstration users if there is no user at all. Returns the created sign-ins, or none. A demonstration
 * that is publicly reachable gets random passwords, shown only this once.
 */
export async function seedDemonstration(
  db: Db,
  clock: Clock,
  isPublic: boolean,
): Promise<readonly DemonstrationSignIn[]> {
  const existing = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  if (existing) return []
  const signIns = people.map(({ role, email }) => ({
    role,
    email,
    password: isPublic ? randomBytes(12).toString('base64url') : demonstrationPassword,
  }))
  const hashes = await Promise.all(signIns.map(({ password }) => hashPassword(password)))
  await inTransaction(db, async (trx) => {
    for (const [index, { role: _role, ...person }] of people.entries()) {
      await createUser(trx, clock, { ...person, passwordHash: hashes[index]! })
    }
  })
  return signIns
}

/** The sign-ins of a demonstration that anyone on this machine may use. */
export const localSignIns: readonly DemonstrationSignIn[] = people.map(({ role, email }) => ({
  role,
  email,
  password: demonstrationPassword,
}))

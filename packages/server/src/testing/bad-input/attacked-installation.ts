// The target of bad input: a visitor of each kind with an object of every kind, and a log that is checked for faults
// that no answer shows.
import { PassThrough } from 'node:stream'
import { pino, type Logger } from 'pino'
import { openSession } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { makeOwnedObjects, transactionFilter, type OwnedIds } from '../owned-objects.ts'
import type { ObjectOwner, TestGround } from '../test-app.ts'
import type { Json, KnownWords } from './sample-input.ts'

export interface BadVisitor {
  readonly name: 'nobody' | 'member' | 'manager' | 'administrator'
  /** The visitor's session; a bad request may end it, see `renew`. */
  token: string | undefined
  readonly words: KnownWords
  /** Opens another session, and reactivates the user if they were disabled. */
  renew(): Promise<void>
}

export type People = Readonly<Record<Exclude<BadVisitor['name'], 'nobody'>, ObjectOwner>>

/** Creates a visitor of each kind: the manager owns the named objects, the others name them too. */
export async function makeVisitors(app: TestGround, people: People): Promise<BadVisitor[]> {
  const { db, clock } = app.services
  const group = await db
    .selectFrom('user_group')
    .select('id')
    .where('name_key', '=', 'INVESTORS')
    .executeTakeFirstOrThrow()
  const permission = await db
    .selectFrom('permission')
    .select('id')
    .where('name_key', '=', 'VMA')
    .executeTakeFirstOrThrow()
  const instrument = await db.selectFrom('instrument').select('code').limit(1).executeTakeFirst()
  const ids: OwnedIds = await makeOwnedObjects(app, people.manager)
  const words = (userId: string): KnownWords => ({
    ids: { ...ids, user: userId },
    groupId: group.id,
    permissionId: permission.id,
    userId: people.member.user.id,
    code: instrument?.code ?? 'AAPL',
    reportFilter: transactionFilter(ids.account) as unknown as Json,
  })
  const visitor = (name: keyof People): BadVisitor => {
    const { user } = people[name]
    return {
      name,
      token: user.token,
      words: words(user.id),
      async renew() {
        await db.updateTable('app_user').set({ status: 'ACTIVE' }).where('id', '=', user.id).execute()
        this.token = await inTransaction(db, (trx) =>
          openSession(trx, clock, { userId: user.id, address: '127.0.0.1', userAgent: 'bad input' }),
        )
      },
    }
  }
  return [
    { name: 'nobody', token: undefined, words: words(people.manager.user.id), renew: () => Promise.resolve() },
    visitor('member'),
    visitor('manager'),
    visitor('administrator'),
  ]
}

export interface ReadLog {
  readonly log: Logger
  /** Returns the errors logged since the last call, one line each. */
  takeErrors(): string[]
}

export function readLog(): ReadLog {
  const errors: string[] = []
  const lines = new PassThrough()
  lines.setEncoding('utf8').on('data', (text: string) => errors.push(...text.trim().split('\n')))
  return { log: pino({ level: 'error' }, lines), takeErrors: () => errors.splice(0) }
}

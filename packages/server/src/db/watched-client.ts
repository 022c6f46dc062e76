// A connection that notices what concerns high availability: a commit that one server alone holds, and a server that
// has become read-only. Decision 0119.
import { Client, type ClientConfig } from 'pg'
import { errorCodeOf } from '../kernel/error-code.ts'

/** The routine of PostgreSQL that gives up a wait for a standby; the text of its warning is translated. */
const gaveUpWaiting = 'SyncRepWaitForLSN'
const readOnly = '25006'

/**
 * A commit whose wait for the second server was cancelled. PostgreSQL reports it as a success with a warning, but the
 * server that holds it may be lost with it: it is not known whether it was carried out.
 */
export class UnreplicatedCommit extends Error {
  override readonly name = 'UnreplicatedCommit'
  constructor() {
    super('The commit is on one server alone: its wait for a second one was cancelled.')
  }
}

/** A server that only reads: a standby, or a former primary. Has the code that PostgreSQL gives to a refused change. */
class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer'
  readonly code = readOnly
  constructor() {
    super('The server only reads: it is a standby.')
  }
}

type Callback = (error: unknown, result?: unknown) => void
const isCallback = (last: unknown): last is Callback => typeof last === 'function'

export class WatchedClient extends Client {
  /** Such a connection must not go back to the pool. */
  isReadOnly = false
  private isUnreplicated = false

  constructor(config?: string | ClientConfig) {
    super(config)
    this.on('notice', ({ routine }) => {
      if (routine === gaveUpWaiting) this.isUnreplicated = true
    })
  }

  /** Throws ReadOnlyServer on a standby. For a new connection: balancers may not know the roles of the servers. */
  async requirePrimary(): Promise<void> {
    const { rows } = await super.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
    if (rows[0]?.is_standby !== false) throw new ReadOnlyServer()
  }

  override query(...args: unknown[]): never {
    const callback = args.at(-1)
    const given = isCallback(callback) ? [...args.slice(0, -1), this.watched(callback)] : args
    // All overloads of the driver end here; only the caller knows which one applies.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- for the reason above
    const result: unknown = super.query(...(given as [string]))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- for the reason above
    return (result instanceof Promise ? result.then(this.pass, this.fail) : result) as never
  }

  private watched(callback: Callback): Callback {
    return (error, result) => {
      this.notice(error)
      const isDone = error === null || error === undefined
      return isDone && this.takeUnreplicated() ? callback(new UnreplicatedCommit()) : callback(error, result)
    }
  }

  private readonly pass = (result: unknown): unknown => {
    if (this.takeUnreplicated()) throw new UnreplicatedCommit()
    return result
  }

  private readonly fail = (error: unknown): never => {
    this.notice(error)
    throw error
  }

  private notice(error: unknown): void {
    if (errorCodeOf(error) === readOnly) this.isReadOnly = true
  }

  private takeUnreplicated(): boolean {
    const was = this.isUnreplicated
    this.isUnreplicated = false
    return was
  }
}

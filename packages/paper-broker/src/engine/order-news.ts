// Says after each commit that the orders of an account have changed. Every change passes through `saveBook`, which
// notifies in its transaction: PostgreSQL delivers that once it is committed and never otherwise, whichever process
// made the change.

import { sql } from 'kysely'
import { Client } from 'pg'
import type { DatabaseTransaction } from '../db/in-transaction.ts'

const CHANNEL = 'paper_orders'
const RETRY_MS = 1000

/** Tells the followers of an account that its orders have changed, when the transaction commits. */
export async function tellOrderNews(transaction: DatabaseTransaction, accountId: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${accountId})`.execute(transaction)
}

type Listener = () => void

export interface OrderNews {
  /** Calls the listener after every change of an account's orders; resolves once none can be missed. */
  follow(accountId: string, listener: Listener): Promise<() => void>
  stop(): Promise<void>
}

interface NewsParts {
  readonly databaseUrl: string
  readonly onFault: (fault: string) => void
}

/** Creates the news of a database. It connects with its first follower, and again when the connection breaks. */
export function orderNews({ databaseUrl, onFault }: NewsParts): OrderNews {
  const listeners = new Map<string, Set<Listener>>()
  let client: Client | null = null
  let connecting: Promise<void> | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const callAll = (): void => {
    for (const ofAccount of listeners.values()) for (const listener of ofAccount) listener()
  }
  const lost = (broken: Client): void => {
    if (client !== broken) return
    client = null
    connecting = null
    void broken.end().catch(() => undefined)
    if (!isStopped && listeners.size > 0) retry = setTimeout(reconnect, RETRY_MS)
  }
  const connectOnce = async (): Promise<void> => {
    const fresh = new Client({ connectionString: databaseUrl, application_name: 'clubfolio-paper-broker news' })
    fresh.on('error', () => lost(fresh))
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ payload }) => {
      for (const listener of listeners.get(payload ?? '') ?? []) listener()
    })
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
    client = fresh
  }
  const connected = async (): Promise<void> => {
    connecting ??= connectOnce().catch((error: unknown) => {
      connecting = null
      throw error
    })
    await connecting
  }
  const reconnect = (): void => {
    // What happened while nobody listened is looked up by the followers themselves.
    connected().then(callAll, (error: unknown) => {
      onFault(`The news of orders could not be followed: ${String(error)}`)
      if (!isStopped && listeners.size > 0) retry = setTimeout(reconnect, RETRY_MS)
    })
  }
  return {
    follow: async (accountId, listener) => {
      const ofAccount = listeners.get(accountId) ?? new Set()
      listeners.set(accountId, ofAccount.add(listener))
      await connected()
      return () => {
        ofAccount.delete(listener)
        if (ofAccount.size === 0 && listeners.get(accountId) === ofAccount) listeners.delete(accountId)
      }
    },
    stop: async () => {
      isStopped = true
      clearTimeout(retry)
      await connecting?.catch(() => undefined)
      const open = client
      client = null
      await open?.end()
    },
  }
}

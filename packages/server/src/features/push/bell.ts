// One connection to PostgreSQL that listens for a channel, such as the bell of the message log. A connection that dies
// or stops responding is reopened; after each opening it rings by itself, because notifications may have been missed.
import { Client } from 'pg'
import type { Log } from '../../kernel/log.ts'
import { toError } from '../../kernel/to-error.ts'

const retryMs = [100, 500, 2_000, 5_000] as const
const usualCheckMs = 15_000
const answerMs = 5_000

export interface Bell {
  /**
   * Resolves when everything that was committed before the call has rung: PostgreSQL sends a connection what it listens
   * for before it answers that connection's next query. Rejects without a connection that answers.
   */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

const names = {
  clubfolio_push: 'clubfolio bell',
  clubfolio_market: 'clubfolio market',
  clubfolio_session: 'clubfolio sessions',
} as const

export interface BellParts {
  readonly databaseUrl: string
  /** A constant of the product: it becomes part of the statement. */
  readonly channel: keyof typeof names
  readonly log: Log
  /** Gets the words of the notification: none when any may have been missed. */
  readonly onRing: (words: string) => void
  /** The connection answered a check that was sent at this time of `performance.now()`. */
  readonly onHeard?: (sentMs: number) => void
  /** The connection ended; it rings as soon as there is another one. */
  readonly onLost?: () => void
  /** How often the connection is checked. */
  readonly checkMs?: number
}

export function listenForBell(parts: BellParts): Bell {
  const { databaseUrl, channel, log, onRing, onHeard, onLost, checkMs = usualCheckMs } = parts
  let client: Client | undefined
  let failures = 0
  let isStopped = false
  let retryTimer: NodeJS.Timeout | undefined

  const lose = (lost: Client, error: Error | undefined): void => {
    if (client !== lost) return
    client = undefined
    lost.end().catch(() => undefined)
    onLost?.()
    if (isStopped) return
    log.warn({ err: error, channel }, 'the connection that hears of messages ended; it is opened again')
    retryTimer = setTimeout(open, retryMs[Math.min(failures++, retryMs.length - 1)])
  }

  function open(): void {
    const opened = new Client({
      connectionString: databaseUrl,
      application_name: names[channel],
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    client = opened
    opened.on('error', (error) => lose(opened, error))
    opened.on('end', () => lose(opened, undefined))
    opened.on('notification', ({ payload = '' }) => onRing(payload))
    const listen = async (): Promise<void> => {
      await opened.connect()
      const sentMs = performance.now()
      await opened.query(`listen ${channel}`)
      failures = 0
      onRing('')
      onHeard?.(sentMs)
    }
    listen().catch((error: Error) => lose(opened, error))
  }

  // A connection that was cut silently is only detected by querying it.
  const ask = async (asked: Client): Promise<void> => {
    const sentMs = performance.now()
    try {
      await asked.query('select 1')
    } catch (error) {
      lose(asked, toError(error))
      throw error
    }
    if (asked === client) onHeard?.(sentMs)
  }
  const check = setInterval(() => {
    if (client !== undefined) ask(client).catch(() => undefined)
  }, checkMs)
  check.unref()
  open()
  return {
    catchUp: () => (client === undefined ? Promise.reject(new Error('no connection')) : ask(client)),
    async stop() {
      isStopped = true
      clearInterval(check)
      clearTimeout(retryTimer)
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}

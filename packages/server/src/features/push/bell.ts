// One connection to PostgreSQL that listens for a channel, such as the bell of the message log. A connection that dies
// or stops responding is reopened; after each opening it rings by itself, because notifications may have been missed.
import { Client } from 'pg'
import type { Log } from '../../kernel/log.ts'
import { toError } from '../../kernel/to-error.ts'

const retryMs = [100, 500, 2_000, 5_000] as const
const usualCheckMs = 15_000
const answerMs = 5_000
/** Asked of the connection; its answer shows that the connection is alive and whose it is. */
export const bellCheck = 'select pg_backend_pid() as pid'

export interface Bell {
  /**
   * Resolves when everything that was committed before the call has rung: PostgreSQL sends a connection what it listens
   * for before it answers that connection's next query. Rejects without a connection of its own that answers.
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
  /**
   * The connection answered a check that was sent at this time of `performance.now()`. Never called behind a pool of
   * connections, which drops notifications between two statements without a sign.
   */
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
  let isListening = false
  let retryTimer: NodeJS.Timeout | undefined
  let hasWarned = false

  /** PostgreSQL names its process when it opens a connection; a pool in between names something else. */
  const isOwn = (asked: Client, rows: readonly { pid: number }[]): boolean => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver has it, its types do not
    if (rows[0]?.pid === (asked as unknown as { processID: number }).processID) return true
    if (!hasWarned && onHeard)
      log.warn({ channel }, 'a pool is between this process and PostgreSQL, so nothing is kept in memory')
    hasWarned = true
    return false
  }

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
    isListening = false
    opened.on('error', (error) => lose(opened, error))
    opened.on('end', () => lose(opened, undefined))
    opened.on('notification', ({ payload = '' }) => onRing(payload))
    const listen = async (): Promise<void> => {
      await opened.connect()
      const sentMs = performance.now()
      await opened.query(`listen ${channel}`)
      const { rows } = await opened.query<{ pid: number }>(bellCheck)
      failures = 0
      onRing('')
      isListening = true
      if (isOwn(opened, rows)) onHeard?.(sentMs)
    }
    listen().catch((error: Error) => lose(opened, error))
  }

  // A connection that was cut silently is only detected by querying it.
  const ask = async (asked: Client): Promise<void> => {
    const sentMs = performance.now()
    // What is asked while it opens would be answered before it listens.
    if (!isListening) throw new Error('The connection does not listen yet.')
    let isHeard = false
    try {
      const { rows } = await asked.query<{ pid: number }>(bellCheck)
      isHeard = isOwn(asked, rows)
    } catch (error) {
      lose(asked, toError(error))
      throw error
    }
    if (!isHeard) throw new Error('A pool is between this process and PostgreSQL.')
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

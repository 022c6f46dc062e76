// One connection to PostgreSQL that listens for a channel, such as the bell of the message log. A connection that dies
// or stops responding is reopened; after each opening it rings by itself, because notifications may have been missed.
import { Client } from 'pg'
import type { Log } from '../../kernel/log.ts'

const retryMs = [100, 500, 2_000, 5_000] as const
const usualCheckMs = 15_000
const answerMs = 5_000

export interface Bell {
  stop(): Promise<void>
}

export interface BellParts {
  readonly databaseUrl: string
  /** A constant of the product: it becomes part of the statement. */
  readonly channel: 'clubfolio_push' | 'clubfolio_market'
  readonly log: Log
  readonly onRing: () => void
  /** The connection answered a check. */
  readonly onHeard?: () => void
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
      application_name: channel === 'clubfolio_push' ? 'clubfolio bell' : 'clubfolio market',
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    client = opened
    opened.on('error', (error) => lose(opened, error))
    opened.on('end', () => lose(opened, undefined))
    opened.on('notification', onRing)
    const listen = async (): Promise<void> => {
      await opened.connect()
      await opened.query(`listen ${channel}`)
      failures = 0
      onRing()
    }
    listen().catch((error: Error) => lose(opened, error))
  }

  // A connection that was cut silently is only detected by querying it.
  const check = setInterval(() => {
    const asked = client
    if (asked === undefined) return
    asked.query('select 1').then(
      () => asked === client && onHeard?.(),
      (error: Error) => lose(asked, error),
    )
  }, checkMs)
  check.unref()
  open()
  return {
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

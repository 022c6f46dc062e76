// One connection to PostgreSQL that listens for the bell of the message log. A connection that dies or stops responding
// is reopened; after each opening it rings by itself, because messages may have been missed.
import { Client } from 'pg'
import type { Log } from '../../kernel/log.ts'

const retryMs = [100, 500, 2_000, 5_000] as const
const checkMs = 15_000
const answerMs = 5_000

export interface Bell {
  stop(): Promise<void>
}

export function listenForBell(databaseUrl: string, log: Log, onRing: () => void): Bell {
  let client: Client | undefined
  let failures = 0
  let isStopped = false
  let retryTimer: NodeJS.Timeout | undefined

  const lose = (lost: Client, error: Error | undefined): void => {
    if (client !== lost) return
    client = undefined
    lost.end().catch(() => undefined)
    if (isStopped) return
    log.warn({ err: error }, 'the connection that hears of messages ended; it is opened again')
    retryTimer = setTimeout(open, retryMs[Math.min(failures++, retryMs.length - 1)])
  }

  function open(): void {
    const opened = new Client({
      connectionString: databaseUrl,
      application_name: 'clubfolio bell',
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
      await opened.query('listen clubfolio_push')
      failures = 0
      onRing()
    }
    listen().catch((error: Error) => lose(opened, error))
  }

  // A connection that was cut silently is only detected by querying it.
  const check = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch((error: Error) => lose(asked, error))
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

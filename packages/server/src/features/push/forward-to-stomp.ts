// Hands the log of messages to the STOMP broker: each message to the channel of each live session that hears it, in order. Any number
// of processes may do it; at a time one does. What it handed over is written down after the broker has taken it, so a crash in between
// hands it over again and the browser knows it by its position.
import type { PushSignal } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Publication, PushPublisher } from '../../adapters/push/port.ts'
import type { PooledServices } from '../../services.ts'
import { findSessionHolders } from '../../kernel/session.ts'
import { hears } from './audience.ts'
import { numberMessages, readLog } from './message-log.ts'
import { stompDestinations } from './stomp-destination.ts'

const lookMs = 2_000
const beatMs = 30_000
const pageSize = 200
/** Of more than this browsers read everything anew, for instance when the broker is used for the first time. */
const mostForwarded = 1_000
const forwardLock = 4_600_004

export interface StompForwarder {
  /** Hands over what is there; the bell and the timer call it, tests do so by themselves. */
  forward(): Promise<void>
  stop(): Promise<void>
}

export type ForwarderServices = Pick<PooledServices, 'db' | 'pool' | 'clock' | 'log' | 'secrets' | 'messages'>

export function startStompForwarder(services: ForwarderServices, publisher: PushPublisher): StompForwarder {
  const { log, messages } = services
  let running: Promise<void> | undefined
  let isAsked = false
  let beatAtMs = 0
  let isFailing = false

  const turn = async (): Promise<void> => {
    do {
      isAsked = false
      const isBeat = performance.now() - beatAtMs >= beatMs || beatAtMs === 0
      while (await forwardPage(services, publisher, isBeat)) isAsked = true
      if (isBeat) beatAtMs = performance.now()
    } while (isAsked)
    if (isFailing) log.info('the STOMP broker takes messages again')
    isFailing = false
  }
  const forward = (): Promise<void> => {
    if (running) {
      isAsked = true
      return running
    }
    running = turn().finally(() => (running = undefined))
    return running
  }
  const forwardQuietly = (): void => {
    forward().catch((error: unknown) => {
      if (!isFailing) log.warn({ err: error }, 'messages could not be handed to the STOMP broker; it is tried again')
      isFailing = true
    })
  }
  const stopListening = messages.listen(forwardQuietly)
  const timer = setInterval(forwardQuietly, lookMs)
  timer.unref()
  forwardQuietly()
  return {
    forward,
    async stop() {
      clearInterval(timer)
      stopListening()
      await running?.catch(() => undefined)
      await publisher.stop()
    },
  }
}

/** Answers whether more may be waiting. */
async function forwardPage(services: ForwarderServices, publisher: PushPublisher, isBeat: boolean): Promise<boolean> {
  const { db, pool } = services
  const { last } = await numberMessages(db)
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [forwardLock])
    const hasMore = rows[0]!.free && (await handOver(services, publisher, last, isBeat))
    await client.query('commit')
    return hasMore
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

async function handOver({ db, clock, secrets }: ForwarderServices, publisher: PushPublisher, last: number, isBeat: boolean): Promise<boolean> {
  const { forwarded } = await db.selectFrom('push_head').select('forwarded').executeTakeFirstOrThrow()
  const from = Number(forwarded)
  if (from >= last && !isBeat) return false
  const holders = [...(await findSessionHolders(db, clock))].flatMap(([sessionId, holder]) => stompDestinations(secrets, sessionId).map((destination) => ({ holder, destination })))
  const toAll = (signal: PushSignal): Publication[] => holders.map(({ destination }) => ({ destination, body: JSON.stringify(signal) }))
  const isTooFar = last - from > mostForwarded
  const told = isTooFar ? [] : await readLog(db, from, pageSize)
  const position = isTooFar || told.length < pageSize ? Math.max(last, told.at(-1)?.position ?? 0) : told.at(-1)!.position
  const publications = isTooFar
    ? toAll({ type: 'reload', position })
    : told.flatMap((message) => {
        const body = JSON.stringify({ type: 'message', position: message.position, content: message.content })
        return holders.filter(({ holder }) => hears(holder, message)).map(({ destination }) => ({ destination, body }))
      })
  await publisher.publish([...publications, ...(isBeat ? toAll({ type: 'position', position }) : [])])
  await sql`update push_head set forwarded = greatest(forwarded, ${position}::bigint)`.execute(db)
  return told.length === pageSize
}

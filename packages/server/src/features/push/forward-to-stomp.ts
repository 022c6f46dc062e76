// Forwards the message log to the STOMP broker: each message to the channel of each live session that may receive it,
// in order. Any number of processes may run it; one at a time does. It sends small lots and records each after the
// broker has accepted it, so a crash in between resends one lot and the browser recognises it by its position. A lot
// that failed twice is sent message by message, and a message that the broker refuses while it accepts others is set
// aside, so that it does not block later ones.
import { toError } from '../../kernel/to-error.ts'
import type { PushSignal } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Publication, PushPublisher } from '../../adapters/push/port.ts'
import type { PooledServices } from '../../services.ts'
import { newId } from '../../kernel/id.ts'
import { findSessionHolders } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { notifyAdministrators } from '../job/notify-administrators.ts'
import { mayReceive } from './audience.ts'
import { numberMessages, readLog } from './message-log.ts'
import { stompDestinations } from './stomp-destination.ts'

const lookMs = 2_000
const beatMs = 30_000
const pageSize = 200
/** Beyond this many, browsers reload everything instead, for instance when the broker is used for the first time. */
const mostForwarded = 1_000
const forwardLock = 4_600_004
/** Publications of one lot: what a slow broker accepts well within its time limit, and what memory holds at once. */
const lotSize = 500
/** A process that stalls while holding the lock loses it after this; longer than the publisher takes for a lot. */
const stillLimitMs = 30_000
/** An unreachable broker is retried after 1, 2, 4 ... seconds, however often the bell rings meanwhile. */
const longestPauseMs = 30_000
/** A lot that failed this often in a row is sent message by message. */
const triesOfLot = 2

export interface StompForwarder {
  /** Forwards what is pending; called by the bell and the timer, directly by tests. */
  forward(): Promise<void>
  stop(): Promise<void>
}

export type ForwarderServices = Pick<PooledServices, 'db' | 'pool' | 'clock' | 'log' | 'secrets' | 'messages'>

export function startStompForwarder(
  services: ForwarderServices,
  publisher: PushPublisher,
  stillMs = stillLimitMs,
): StompForwarder {
  const { log, messages } = services
  let running: Promise<void> | undefined
  let isAsked = false
  let beatAtMs = 0
  let failures = 0
  let restsUntilMs = 0
  const failed: FailedLot = { after: 0, times: 0 }

  const turn = async (): Promise<void> => {
    do {
      isAsked = false
      const isBeat = performance.now() - beatAtMs >= beatMs || beatAtMs === 0
      while (await forwardPage(services, { publisher, isBeat, stillMs, failed })) isAsked = true
      if (isBeat) beatAtMs = performance.now()
    } while (isAsked)
    if (failures > 0) log.info('the STOMP broker takes messages again')
    failures = 0
    failed.times = 0
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
    if (performance.now() < restsUntilMs) return
    forward().catch((error: unknown) => {
      if (failures === 0)
        log.warn({ err: error }, 'messages could not be handed to the STOMP broker; it is tried again')
      restsUntilMs = performance.now() + Math.min(longestPauseMs, 1_000 * 2 ** failures++)
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

interface FailedLot {
  /** Position after which its messages come. */
  after: number
  /** Consecutive failures. */
  times: number
}

interface Page {
  readonly publisher: PushPublisher
  readonly isBeat: boolean
  readonly stillMs: number
  readonly failed: FailedLot
}

/** Returns whether more may be waiting. */
async function forwardPage(
  services: ForwarderServices,
  { publisher, isBeat, stillMs, failed }: Page,
): Promise<boolean> {
  const { db, pool } = services
  const { last } = await numberMessages(db)
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    await client.query(`set local idle_in_transaction_session_timeout = ${stillMs}`)
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
      forwardLock,
    ])
    // Fails when the lock was lost, because this process stalled and another one took over.
    const keepLock = async () => void (await client.query('select 1'))
    const hasMore = rows[0]!.free && (await forwardLots(services, { publisher, keepLock, last, isBeat, failed }))
    await client.query('commit')
    return hasMore
  } catch (error) {
    // Ends the transaction before the next try: a connection that is only closed may keep its lock for a while.
    await client.query('rollback').catch((failure: unknown) => (broken = toError(failure)))
    throw error
  } finally {
    client.release(broken)
  }
}

interface HandOver {
  readonly publisher: PushPublisher
  readonly keepLock: () => Promise<void>
  /** The newest position of the log. */
  readonly last: number
  readonly isBeat: boolean
  readonly failed: FailedLot
}

interface Message {
  readonly position: number
  readonly body: string
  readonly destinations: readonly string[]
}

async function forwardLots(
  services: ForwarderServices,
  { publisher, keepLock, last, isBeat, failed }: HandOver,
): Promise<boolean> {
  const { db, clock, secrets } = services
  const { forwarded } = await db.selectFrom('push_head').select('forwarded').executeTakeFirstOrThrow()
  const from = Number(forwarded)
  if (from >= last && !isBeat) return false
  const holders = [...(await findSessionHolders(db, clock))].flatMap(([sessionId, holder]) =>
    stompDestinations(secrets, sessionId).map((destination) => ({ holder, destination })),
  )
  const lot: Publication[] = []
  /** Recorded as forwarded up to here. */
  let noted = from
  let reached = from
  const sendLot = async (): Promise<void> => {
    await keepLock()
    try {
      await publisher.publish(lot.splice(0))
    } catch (error) {
      failed.times = failed.after === noted ? failed.times + 1 : 1
      failed.after = noted
      throw error
    }
  }
  const add = async (publication: Publication): Promise<void> => {
    lot.push(publication)
    if (lot.length >= lotSize) await sendLot()
  }
  const addForAll = async (signal: PushSignal): Promise<void> => {
    const body = JSON.stringify(signal)
    for (const { destination } of holders) await add({ destination, body })
  }
  const noteForwarded = async (position: number): Promise<void> => {
    await sendLot()
    await sql`update push_head set forwarded = greatest(forwarded, ${position}::bigint)`.execute(db)
    noted = position
  }

  const publish = async (publications: readonly Publication[]): Promise<void> => {
    for (let start = 0; start < publications.length; start += lotSize) {
      await keepLock()
      await publisher.publish(publications.slice(start, start + lotSize))
    }
  }
  /**
   * If the broker accepts a position signal and afterwards still refuses the message, the message is at fault and not
   * the broker.
   */
  const sayOrSetAside = async ({ position, body, destinations }: Message): Promise<void> => {
    const sayAll = (text: string, to = destinations) => publish(to.map((destination) => ({ destination, body: text })))
    const trySaying = () =>
      sayAll(body).then(
        () => undefined,
        (error: unknown) => error,
      )
    if ((await trySaying()) === undefined) return
    await sayAll(JSON.stringify({ type: 'position', position: noted } satisfies PushSignal), destinations.slice(0, 1))
    const refusal = await trySaying()
    if (refusal === undefined) return
    await notifySetAside(services, position, refusal)
    // Its receivers reload what it would have updated.
    await sayAll(JSON.stringify({ type: 'reload', position } satisfies PushSignal))
  }

  const isTooFar = last - from > mostForwarded
  const told = isTooFar ? [] : await readLog(db, from, pageSize)
  const position =
    isTooFar || told.length < pageSize ? Math.max(last, told.at(-1)?.position ?? 0) : told.at(-1)!.position
  if (isTooFar) await addForAll({ type: 'reload', position })
  const isOneByOne = failed.after === from && failed.times >= triesOfLot
  for (const message of told) {
    const body = JSON.stringify({ type: 'message', position: message.position, content: message.content })
    const destinations = holders
      .filter(({ holder }) => mayReceive(holder, message))
      .map(({ destination }) => destination)
    if (isOneByOne) {
      await sayOrSetAside({ position: message.position, body, destinations })
      await noteForwarded(message.position)
      continue
    }
    // A lot ends with a message where possible, so that these are never resent, whatever fails later.
    if (lot.length > 0 && lot.length + destinations.length > lotSize) await noteForwarded(reached)
    for (const destination of destinations) await add({ destination, body })
    reached = message.position
  }
  await noteForwarded(position)
  if (isBeat) await addForAll({ type: 'position', position })
  await sendLot()
  return told.length === pageSize
}

/** At most once an hour: the notification itself travels as a message, and may be refused like the one it is about. */
async function notifySetAside({ db, clock, log }: ForwarderServices, position: number, error: unknown): Promise<void> {
  const faultId = newId(clock)
  log.error({ err: error, position, faultId }, 'the STOMP broker refused a message for good; it was set aside')
  const hour = new Date(clock.nowMs()).toISOString().slice(0, 13)
  await inTransaction(db, (trx) =>
    notifyAdministrators(trx, clock, {
      key: `stomp set aside ${hour}`,
      title: 'A message to browsers was set aside',
      text:
        `The STOMP broker refused message ${position} again after it accepted others. The message was skipped, and ` +
        `open pages reload what it was about. Details are in the log under ${faultId}.`,
    }),
  )
}

// Listens to the brokerages that report changes of orders as they happen: one connection per login, held by one worker
// under a lease. News only bring the next reading of the orders forward, which stores them and reads the account after
// a fill. So a connection that is silent, broken or lying changes only the time until polling sees the change.
import { sql } from 'kysely'
import { BrokerFailure, type OrderNewsConnection } from '../../adapters/broker/port.ts'
import { createLease, type Owned } from '../../kernel/lease.ts'
import { type PeriodicJob, startPeriodicJob } from '../../kernel/start-periodic-job.ts'
import type { Services } from '../../services.ts'
import { loginAccess } from '../account/broker-access.ts'
import { placeHeldExits } from './place-held-exits.ts'
import { refreshOrders } from './refresh-orders.ts'
import { tradedAccountOf } from './traded-account.ts'

const tickMs = 5_000
const loginsPerTurn = 50
const firstPauseMs = 5_000
const longestPauseMs = 5 * 60_000
/** Counted for an access that is not accepted: it pauses longest. */
const lapsedFailures = 10

const lease = createLease({
  table: 'broker_login',
  key: ['id'],
  owner: { by: 'TOKEN', column: 'news_holder' },
  until: 'news_until',
  isClearedOnRelease: true,
  leaseMs: 60_000,
})
type Claim = Owned<'broker_login', 'id' | 'news_holder'>

/** The logins whose news may be listened to: someone uses their accounts, and the access works. */
const inUse = sql<boolean>`lapsed_at is null
  and exists (select from account a where a.broker_login_id = broker_login.id and a.is_active)`

interface Listening {
  readonly claim: Claim
  readonly broker: string
  /** Undefined while it waits to connect again. */
  connection: OrderNewsConnection | undefined
  failures: number
  againAtMs: number
  /** A reading is running; `isDue` when news came meanwhile. */
  isReading: boolean
  isDue: boolean
}

export interface NewsListener {
  /** Renews the claims, takes free logins, and connects those that are due. */
  turn(): Promise<void>
  /** Ends the connections and lets other workers have the logins. */
  stop(): Promise<void>
}

export function createNewsListener(services: Services): NewsListener {
  const { db, clock, brokers, log } = services
  const listened = new Map<string, Listening>()
  const readings = new Set<Promise<void>>()
  const speaking = brokers.names.filter((name) => brokers.find(name)?.orderNews !== undefined)

  const drop = (loginId: string): void => {
    listened.get(loginId)?.connection?.close()
    listened.delete(loginId)
  }

  async function readOrders(loginId: string): Promise<void> {
    const accounts = await db
      .selectFrom('account')
      .select('id')
      .where('broker_login_id', '=', loginId)
      .where('is_active', '=', true)
      .execute()
    for (const { id } of accounts) {
      const account = await tradedAccountOf(db, id)
      if (account) await refreshOrders(services, account)
    }
    await placeHeldExits(services)
  }

  /** Reads once more when news came while it read, however many did. */
  async function readUntilQuiet(loginId: string, listening: Listening): Promise<void> {
    listening.isReading = true
    try {
      while (listening.isDue && listened.get(loginId) === listening) {
        listening.isDue = false
        await readOrders(loginId)
      }
    } catch (error) {
      // The order job reads them at its next turn.
      if (!(error instanceof BrokerFailure))
        log.error({ err: error, login: loginId }, 'orders in the news were not read')
    } finally {
      listening.isReading = false
    }
  }

  const hear = (loginId: string, listening: Listening): void => {
    listening.isDue = true
    if (listening.isReading) return
    const reading = readUntilQuiet(loginId, listening).finally(() => readings.delete(reading))
    readings.add(reading)
  }

  const rest = (listening: Listening, failures: number): void => {
    listening.failures = failures
    listening.againAtMs = clock.nowMs() + pauseAfter(failures)
  }

  function connect(loginId: string, listening: Listening): void {
    const news = brokers.find(listening.broker)?.orderNews
    if (news === undefined) return
    listening.connection = news.listen(loginAccess(services, loginId), {
      onOpen() {
        listening.failures = 0
        // What happened while nobody listened.
        hear(loginId, listening)
      },
      onNews: () => hear(loginId, listening),
      onEnd({ isLapsed }) {
        listening.connection = undefined
        // Whether the access has lapsed is for the next reading to find out.
        rest(listening, isLapsed ? lapsedFailures : listening.failures + 1)
      },
    })
  }

  /** A login that something fails for delays no other, and is tried again later each time. */
  async function apart(loginId: string, act: () => void | Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      log.error({ err: error, login: loginId }, 'the news of a login could not be listened to')
      const listening = listened.get(loginId)
      if (listening) rest(listening, listening.failures + 1)
    }
  }

  return {
    async turn() {
      if (speaking.length === 0) return
      for (const [loginId, { claim }] of listened)
        await apart(loginId, async () => {
          if (!(await isStillOurs(services, claim))) drop(loginId)
        })
      const claimed = await lease.claim(services, {
        due: sql<boolean>`broker = any(${speaking}) and ${inUse}`,
        orderBy: sql`id`,
        limit: loginsPerTurn,
      })
      for (const claim of claimed)
        listened.set(claim.id, {
          claim,
          broker: claim.broker,
          connection: undefined,
          failures: 0,
          againAtMs: 0,
          isReading: false,
          isDue: false,
        })
      for (const [loginId, listening] of listened)
        if (listening.connection === undefined && listening.againAtMs <= clock.nowMs())
          await apart(loginId, () => connect(loginId, listening))
    },
    async stop() {
      const claims = [...listened.values()].map(({ claim }) => claim)
      for (const loginId of listened.keys()) drop(loginId)
      await Promise.all(readings)
      for (const claim of claims) await lease.release(services, claim)
    },
  }
}

/** Renews a claim of a login that is still in use. */
async function isStillOurs(services: Services, claim: Claim): Promise<boolean> {
  const used = await services.db
    .selectFrom('broker_login')
    .select('id')
    .where('id', '=', claim.id)
    .where(inUse)
    .executeTakeFirst()
  if (used !== undefined) return lease.renew(services, claim)
  await lease.release(services, claim)
  return false
}

/** 5 seconds after the first failure, doubled with each, up to 5 minutes. */
const pauseAfter = (failures: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20))

/** Starts listening; `stop` ends the connections. */
export function startNewsListener(services: Services): PeriodicJob {
  const listener = createNewsListener(services)
  const job = startPeriodicJob(services, {
    tickMs,
    failure: 'the news of orders could not be listened to',
    run: () => listener.turn(),
  })
  return {
    async stop() {
      await job.stop()
      await listener.stop()
    },
  }
}

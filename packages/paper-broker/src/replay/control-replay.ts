// Starts a replay of recorded bars, plays, pauses, steps and ends it. Every control re-reads the clock under its row's
// lock, so that concurrent controls leave a consistent state.
import {
  isSession,
  marketDaySpan,
  newYorkDateAt,
  newYorkInstant,
  nextSession,
  sessionHours,
  toEpochMs,
} from '@clubfolio/domain'
import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { uuidV7 } from '../kernel/id.ts'
import { readReplayClock, setClosed, setReplay } from './market-clock.ts'
import { replayStoodAt } from './replay-stand.ts'
import type { ReplayClock } from './market-clock.ts'

/** Market seconds per second of the wall clock. */
export const REPLAY_SPEEDS = [1, 60, 600, 3600, 23_400, 86_400] as const
export const REPLAY_STEPS = ['HOUR', 'OPEN', 'CLOSE'] as const
export type ReplayStep = (typeof REPLAY_STEPS)[number]

export type Controlled = { readonly outcome: 'DONE' } | { readonly outcome: 'REFUSED'; readonly reason: string }

interface ReplayParts {
  readonly database: Database
  readonly clock: Clock
}

const DONE: Controlled = { outcome: 'DONE' }
const HOUR_MS = 3_600_000
/** A replay starts half an hour before the opening, so that orders can be placed for it. */
const FIRST_MINUTE = 9 * 60
const NOT_RUNNING = 'No replay is running.'

function refused(reason: string): Controlled {
  return { outcome: 'REFUSED', reason }
}

async function lastCloseMs(transaction: DatabaseTransaction): Promise<EpochMs | null> {
  const { rows } = await sql<{
    day: MarketDay | null
  }>`select market_day::text as day from market.source where source = 'import'`.execute(transaction)
  const day = rows[0]?.day ?? null
  return day === null ? null : (sessionHours(day)?.closeMs ?? null)
}

/**
 * Marks the running replay, if any, as ended at its current time; a replay that was interrupted by a switch to another
 * market ends where it stood at the switch.
 */
async function noteEnd(transaction: DatabaseTransaction, now: ReplayClock, wallMs: number): Promise<void> {
  const running = await transaction
    .selectFrom('paper.replay')
    .select('replay_id')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (running === undefined) return
  const stoodMs =
    now.mode === 'replay' ? now.marketMs : ((await replayStoodAt(transaction, running.replay_id)) ?? now.marketMs)
  await transaction
    .updateTable('paper.replay')
    .set({ ended_at: new Date(wallMs), stood_at: new Date(stoodMs) })
    .where('replay_id', '=', running.replay_id)
    .execute()
  await sql`update market.replay set stood_at = ${new Date(stoodMs)} where replay_id = ${running.replay_id}`.execute(
    transaction,
  )
}

/** Starts a replay at a session day of the recorded market, paused before the opening. */
export async function startReplay(
  { database, clock }: ReplayParts,
  day: MarketDay,
  speed: number,
): Promise<Controlled> {
  const wallMs = clock.now()
  return inTransaction(database, async (transaction) => {
    const now = await readReplayClock(transaction, wallMs)
    if (now === null || now.source !== 'import')
      return refused('A replay plays imported prices: make the imported market the active one first.')
    if (!isSession(day)) return refused(`${day} was no trading day.`)
    const { rows } = await sql<{ found: boolean }>`
      select exists (select 1 from market.daily_bar b join market.instrument i on i.id = b.instrument_id
        where i.source = 'import' and b.day = ${day}) as found`.execute(transaction)
    if (rows[0]?.found !== true) return refused(`There are no recorded prices of ${day}.`)
    await noteEnd(transaction, now, wallMs)
    const replayId = uuidV7(wallMs)
    await sql`insert into market.replay (replay_id) values (${replayId})`.execute(transaction)
    await transaction
      .insertInto('paper.replay')
      .values({ replay_id: replayId, first_day: day, started_at: new Date(wallMs), ended_at: null, stood_at: null })
      .execute()
    await setReplay(transaction, newYorkInstant(day, FIRST_MINUTE), speed, null)
    return DONE
  })
}

/** Applies a control to the running replay; returns a refusal when there is none. */
async function control(
  { database, clock }: ReplayParts,
  effect: (transaction: DatabaseTransaction, now: ReplayClock, wallMs: number) => Promise<Controlled>,
): Promise<Controlled> {
  const wallMs = clock.now()
  return inTransaction(database, async (transaction) => {
    const now = await readReplayClock(transaction, wallMs)
    return now === null || now.mode !== 'replay' ? refused(NOT_RUNNING) : effect(transaction, now, wallMs)
  })
}

/** Resumes the replay from its current time, at a speed. */
export async function playReplay(parts: ReplayParts, speed: number): Promise<Controlled> {
  return control(parts, async (transaction, now, wallMs) => {
    const endMs = await lastCloseMs(transaction)
    if (endMs !== null && now.marketMs >= endMs) return refused('The recorded prices end here.')
    await setReplay(transaction, now.marketMs, speed, wallMs)
    return DONE
  })
}

/** Pauses the replay. */
export async function pauseReplay(parts: ReplayParts): Promise<Controlled> {
  return control(parts, async (transaction, now) => {
    await setReplay(transaction, now.marketMs, now.speed, null)
    return DONE
  })
}

/** Returns the target of a step: an hour later, the next opening, or the next close. */
export function stepTarget(step: ReplayStep, fromMs: EpochMs): EpochMs {
  if (step === 'HOUR') return toEpochMs(fromMs + HOUR_MS)
  const date = newYorkDateAt(fromMs)
  for (let day = isSession(date) ? date : nextSession(date); ; day = nextSession(day)) {
    const target = step === 'OPEN' ? sessionHours(day)?.openMs : marketDaySpan(day).untilMs
    if (target !== undefined && target > fromMs) return target
  }
}

/** Advances the replay by a step, never past the recorded prices, and pauses it there. */
export async function stepReplay(parts: ReplayParts, step: ReplayStep): Promise<Controlled> {
  return control(parts, async (transaction, now) => {
    const endMs = await lastCloseMs(transaction)
    const target = stepTarget(step, now.marketMs)
    if (endMs !== null && now.marketMs >= endMs) return refused('The recorded prices end here.')
    await setReplay(transaction, endMs !== null && target > endMs ? endMs : target, now.speed, null)
    return DONE
  })
}

/** Ends the replay: its accounts stay at its last time, the recorded market returns to its last close. */
export async function endReplay(parts: ReplayParts): Promise<Controlled> {
  return control(parts, async (transaction, now, wallMs) => {
    await noteEnd(transaction, now, wallMs)
    await setClosed(transaction, (await lastCloseMs(transaction)) ?? now.marketMs, wallMs)
    return DONE
  })
}

/** Pauses a replay that has run out of recorded prices at their end. */
export async function holdAtEnd(parts: ReplayParts): Promise<void> {
  await control(parts, async (transaction, now) => {
    if (now.isStanding) return DONE
    const endMs = await lastCloseMs(transaction)
    if (endMs !== null && now.marketMs > endMs) await setReplay(transaction, endMs, now.speed, null)
    return DONE
  })
}

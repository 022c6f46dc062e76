// Resolves the active market and the market of an account. An account keeps the market it was opened in; while that
// market is not the active one, its last known prices still value the account.

import { type EpochMs, toEpochMs } from '@clubfolio/domain'
import { marketDayAt, marketDaySpan } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { MarketSource } from '../kind/account-kind.ts'
import type { Clock } from '../kernel/clock.ts'
import type { MarketClockRow, MarketState } from './market-state.ts'
import { replayStoodAt } from '../replay/replay-stand.ts'
import { accountSymbols } from './account-symbols.ts'
import { marketState, marketTimeOf } from './market-state.ts'
import { knownAt } from './walked-day.ts'
import type { PaperMarket } from './paper-market.ts'
import type { RecordedPaperMarket, RecordedSource } from './recorded-paper-market.ts'

export interface MarketDesk {
  /** Returns the market behind quotes, history and new accounts. */
  active(): Promise<MarketState>
  /** Returns the market that values an account: the one it was opened in, whether it is running or stopped. */
  of(account: AccountMarket): Promise<MarketState>
  /** Returns whether an account's market is the active one, so that it takes orders. */
  isActive(account: AccountMarket): Promise<boolean>
}

/** The market, and the replay, that an account was opened in. */
export interface AccountMarket {
  readonly accountId: string
  readonly marketSource: MarketSource
  readonly replayId: string | null
}

interface DeskParts {
  readonly database: Database
  readonly clock: Clock
  readonly simulated: PaperMarket
  readonly recorded: Readonly<Record<RecordedSource, RecordedPaperMarket>>
  /** Whether the simulated market ticks around the clock. */
  readonly alwaysOpen: boolean
}

const LIVE_SIMULATED: MarketClockRow = { source: 'simulated', mode: 'live', marketMs: 0, wallMs: 0, speed: 1 }

async function readMarketClock(database: Database): Promise<MarketClockRow> {
  const found = await sql<{ exists: boolean }>`select to_regclass('market.clock') is not null as exists`.execute(
    database,
  )
  if (found.rows[0]?.exists !== true) return LIVE_SIMULATED
  const read = await sql<{ source: string; mode: string; market_time: Date; wall_time: Date; speed: number }>`
    select source, mode, market_time, wall_time, speed::float8 as speed from market.clock limit 1`.execute(database)
  const row = read.rows[0]
  if (row === undefined) return LIVE_SIMULATED
  if (row.source !== 'simulated' && row.source !== 'import' && row.source !== 'yahoo' && row.source !== 'alpaca')
    throw new Error(`market.clock names the unknown source ${row.source}`)
  if (row.mode !== 'live' && row.mode !== 'closed' && row.mode !== 'replay')
    throw new Error(`market.clock names the unknown mode ${row.mode}`)
  return {
    source: row.source,
    mode: row.mode,
    marketMs: row.market_time.getTime(),
    wallMs: row.wall_time.getTime(),
    speed: row.speed,
  }
}

async function runningReplay(database: Database): Promise<string | null> {
  const row = await database
    .selectFrom('paper.replay')
    .select('replay_id')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.replay_id ?? null
}

/** Returns the source of a market's recorded prices; a replay plays imported ones. */
function recordedSourceOf(source: Exclude<MarketSource, 'simulated'>): RecordedSource {
  return source === 'yahoo' || source === 'alpaca' ? source : 'import'
}

function sourceOf(row: MarketClockRow): MarketSource {
  return row.mode === 'replay' ? 'replay' : row.source
}

export function marketDesk({ database, clock, simulated, recorded, alwaysOpen }: DeskParts): MarketDesk {
  const stateOf = (row: MarketClockRow): MarketState => {
    const wallMs = clock.now()
    const clocks = { wallMs, marketMs: marketTimeOf(row, wallMs) }
    if (row.source === 'simulated')
      return marketState(sourceOf(row), row.mode, { clocks, market: simulated, alwaysOpen })
    return marketState(sourceOf(row), row.mode, { clocks, market: recorded[row.source], alwaysOpen: false })
  }
  const active = async (): Promise<MarketState> => {
    const row = await readMarketClock(database)
    if (row.source !== 'simulated') await recorded[row.source].requireViews()
    const state = stateOf(row)
    return state.source === 'replay' ? { ...state, replayId: await runningReplay(database) } : state
  }
  /**
   * Adjusts the state for one account: a market closed at its last close may not have received all of its prices yet.
   */
  const arrivedFor = async (account: AccountMarket, state: MarketState): Promise<MarketState> => {
    if (account.marketSource === 'simulated') return state
    const known = { ...state, edition: await state.market.edition() }
    if (state.mode !== 'closed' || account.marketSource === 'replay') return known
    const { symbols, actionsThrough } = await accountSymbols(database, account.accountId)
    const { closedThrough, missing } = await state.market.arrivalOf(symbols, state.marketDay, state.wallMs)
    // The account never moves back from where it was already worked to, whatever prices are missing.
    const day = actionsThrough !== null && closedThrough < actionsThrough ? actionsThrough : closedThrough
    if (missing.length === 0) return known
    const waitsFor = { day: state.marketDay, symbols: missing }
    if (day >= state.marketDay) return { ...known, waitsFor }
    const clocks = { wallMs: state.wallMs, marketMs: toEpochMs(knownAt(day).closeMs) }
    return {
      ...marketState(account.marketSource, 'closed', { clocks, market: state.market, alwaysOpen: false }),
      edition: known.edition,
      waitsFor,
    }
  }
  const belongs = (account: AccountMarket, state: MarketState): boolean =>
    account.marketSource === state.source && (account.marketSource !== 'replay' || account.replayId === state.replayId)
  return {
    active,
    isActive: async (account) => belongs(account, await active()),
    of: async (account) => {
      const state = await active()
      if (belongs(account, state)) return arrivedFor(account, state)
      if (account.marketSource === 'simulated') return stateOf(LIVE_SIMULATED)
      const stoodMs = account.replayId === null ? null : await replayStoodAt(database, account.replayId)
      const own = recorded[recordedSourceOf(account.marketSource)]
      const lastMs: EpochMs = stoodMs ?? (await own.lastClose())
      const standing = marketState(account.marketSource, 'closed', {
        clocks: { wallMs: clock.now(), marketMs: lastMs },
        market: own,
        alwaysOpen: false,
      })
      // A replay that was left in the middle of a day keeps that day as its current one.
      if (stoodMs === null) return arrivedFor(account, standing)
      const marketDay = marketDayAt(stoodMs)
      return { ...standing, replayId: account.replayId, marketDay, dayStartMs: marketDaySpan(marketDay).fromMs }
    },
  }
}

// Factors that move all instruments together: the market and the eleven sectors, day by day. Volatility is a
// mean-reverting process, so calm and stormy periods cluster; occasionally a crisis raises it and pulls the market
// down.

import { isEarlyClose } from '@clubfolio/domain'
import { exactExp } from '../random/exact-math.ts'
import { heavyAt, normalAt, streamOf, uniformAt } from '../random/draw.ts'
import type { Stream } from '../random/draw.ts'
import { sessionOfNumber } from '../universe/history-start.ts'
import { SECTORS } from '../universe/sector.ts'
import { BLOCK_SESSIONS } from './block.ts'

/** Share of a day's variance that falls into the preceding night. */
export const NIGHT_SHARE = 0.26
const NIGHT_PART = Math.sqrt(NIGHT_SHARE)
const DAY_PART = Math.sqrt(1 - NIGHT_SHARE)

const SESSIONS_PER_YEAR = 252
const CALM_SIGMA = 0.0082
const TREND_PER_DAY = 0.056 / SESSIONS_PER_YEAR
const RETURN_TO_TREND = 1 / (SESSIONS_PER_YEAR * 2.2)
const SECTOR_RETURN = 1 / (SESSIONS_PER_YEAR * 3)
const VOLATILITY_MEMORY = 0.972
const VOLATILITY_SHOCK = 0.115
const LEVERAGE = 0.06
const CRISIS_CHANCE = 1 / 800
const CRISIS_MEMORY = 0.955
const CRISIS_VOLATILITY = 1.3
const MOST_STRESS = 1.75
const LARGEST_SHOCK = 3.6
const CRISIS_DRAG = 0.0055
const SECTOR_MEMORY = 0.975
const SECTOR_SHOCK = 0.075

/**
 * Draws per session: market night, market day, volatility, crisis, its size, then night, day and volatility per sector.
 */
const DRAWS = 5 + 3 * SECTORS.length

/**
 * Logarithmic returns of one block, one entry per session: of the market over night and by day, its daily `sigma`, the
 * `stress` (logarithm of volatility relative to calm periods) that every instrument partly shares, and per sector
 * night, day and sigma at `session * SECTORS.length + sector`. `isShort` is 1 on days that close early.
 */
export interface FactorBlock {
  readonly marketNight: Float64Array
  readonly marketDay: Float64Array
  readonly marketSigma: Float64Array
  readonly stress: Float64Array
  readonly sectorNight: Float64Array
  readonly sectorDay: Float64Array
  readonly sectorSigma: Float64Array
  readonly isShort: Uint8Array
}

interface MarketState {
  logVolatility: number
  crisis: number
  deviation: number
  lastShock: number
  readonly sectorVolatility: Float64Array
  readonly sectorDeviation: Float64Array
}

/** Returns the factors of a seed, block by block; blocks are kept, about 75 kB each. */
export function createFactors(seed: string): (block: number) => FactorBlock {
  const stream = streamOf(seed, 'market')
  const blocks: FactorBlock[] = []
  const state: MarketState = {
    logVolatility: 0,
    crisis: 0,
    deviation: 0,
    lastShock: 0,
    sectorVolatility: new Float64Array(SECTORS.length),
    sectorDeviation: new Float64Array(SECTORS.length),
  }
  return (block) => {
    while (blocks.length <= block) blocks.push(walkBlock(stream, state, blocks.length * BLOCK_SESSIONS))
    return blocks[block]!
  }
}

function walkBlock(stream: Stream, state: MarketState, firstSession: number): FactorBlock {
  const days = BLOCK_SESSIONS
  const result: FactorBlock = {
    marketNight: new Float64Array(days),
    marketDay: new Float64Array(days),
    marketSigma: new Float64Array(days),
    stress: new Float64Array(days),
    sectorNight: new Float64Array(days * SECTORS.length),
    sectorDay: new Float64Array(days * SECTORS.length),
    sectorSigma: new Float64Array(days * SECTORS.length),
    isShort: new Uint8Array(days),
  }
  for (let i = 0; i < days; i += 1) {
    const draw = (firstSession + i) * DRAWS
    result.isShort[i] = isEarlyClose(sessionOfNumber(firstSession + i)) ? 1 : 0
    walkMarket(stream, state, { draw, i, result })
    for (let sector = 0; sector < SECTORS.length; sector += 1)
      walkSector(stream, state, { draw: draw + 5 + 3 * sector, i, sector, result })
  }
  return result
}

/**
 * The market as a whole falls by a tenth on its worst days, not by a third: its tails come from stormy periods, not
 * from single shocks.
 */
const limited = (shock: number): number => Math.max(-LARGEST_SHOCK, Math.min(LARGEST_SHOCK, shock))

interface WalkMarketOptions {
  readonly draw: number
  readonly i: number
  readonly result: FactorBlock
}

function walkMarket(stream: Stream, state: MarketState, { draw, i, result }: WalkMarketOptions): void {
  state.logVolatility =
    VOLATILITY_MEMORY * state.logVolatility + VOLATILITY_SHOCK * normalAt(stream, draw + 2) - LEVERAGE * state.lastShock
  state.crisis *= CRISIS_MEMORY
  if (uniformAt(stream, draw + 3) < CRISIS_CHANCE) state.crisis = 0.6 + 0.7 * uniformAt(stream, draw + 4)
  const stress = Math.min(MOST_STRESS, state.logVolatility + CRISIS_VOLATILITY * state.crisis)
  const sigma = CALM_SIGMA * exactExp(stress)
  const drift = TREND_PER_DAY - RETURN_TO_TREND * state.deviation - CRISIS_DRAG * state.crisis
  const night = sigma * NIGHT_PART * limited(heavyAt(stream, draw)) + NIGHT_SHARE * drift
  const day = sigma * DAY_PART * limited(heavyAt(stream, draw + 1)) + (1 - NIGHT_SHARE) * drift
  state.deviation += night + day - TREND_PER_DAY
  state.lastShock = Math.max(-3, Math.min(3, (night + day) / sigma))
  result.marketNight[i] = night
  result.marketDay[i] = day
  result.marketSigma[i] = sigma
  result.stress[i] = stress
}

interface WalkSectorOptions {
  readonly draw: number
  readonly i: number
  readonly sector: number
  readonly result: FactorBlock
}

function walkSector(stream: Stream, state: MarketState, { draw, i, sector, result }: WalkSectorOptions): void {
  const own = SECTOR_MEMORY * state.sectorVolatility[sector]! + SECTOR_SHOCK * normalAt(stream, draw + 2)
  const yearly = SECTORS[sector]!.sectorVolatility
  const sigma = (yearly / Math.sqrt(SESSIONS_PER_YEAR)) * 0.85 * exactExp(own + 0.7 * result.stress[i]!)
  const night = sigma * NIGHT_PART * heavyAt(stream, draw)
  const day = sigma * DAY_PART * heavyAt(stream, draw + 1) - SECTOR_RETURN * state.sectorDeviation[sector]!
  state.sectorVolatility[sector] = own
  state.sectorDeviation[sector] = state.sectorDeviation[sector]! + night + day
  const at = i * SECTORS.length + sector
  result.sectorNight[at] = night
  result.sectorDay[at] = day
  result.sectorSigma[at] = sigma
}

// The daily walk of one company or fund: the returns of the market and its sector, scaled by its loadings, plus its own
// movement with heavy tails, clustered volatility and jumps after quarterly reports. It earns daily what it pays out as
// dividends. The own movement reverts to its mean over years, so that prices stay plausible however long the market
// runs.

import { exactExp, exactLog } from '../random/exact-math.ts'
import { heavyAt, normalAt, streamOf } from '../random/draw.ts'
import { SECTORS } from '../universe/sector.ts'
import type { Traits } from '../universe/instrument.ts'
import { BLOCK_SESSIONS } from './block.ts'
import { NIGHT_SHARE } from './factor.ts'
import type { FactorBlock } from './factor.ts'
import { emptyLevels } from './level.ts'
import type { LevelBlock } from './level.ts'
import { applySplit, dividendDue, quarterEvent, splitRatio } from './share-action.ts'

const NIGHT_PART = Math.sqrt(NIGHT_SHARE)
const DAY_PART = Math.sqrt(1 - NIGHT_SHARE)
const CALM = 0.76
const MEMORY = 0.965
const SHOCK = 0.11
const STRESS_FELT = 0.75
const SWING_BACK = 1 / (252 * 4)
const LARGEST_SHOCK = 0.42
const DRAWS = 4

/** State of a walk after a session; a copy is kept for the start of every block. */
export interface WalkState {
  level: number
  deviation: number
  logVolatility: number
  factor: number
  dividend: number
  payments: number
}

export function startWalk(traits: Traits): WalkState {
  return { level: exactLog(traits.startPrice), deviation: 0, logVolatility: 0, factor: 1, dividend: 0, payments: 0 }
}

const limited = (shock: number): number => Math.max(-LARGEST_SHOCK, Math.min(LARGEST_SHOCK, shock))

export interface WalkCompanyOptions {
  readonly block: number
  readonly factors: FactorBlock
  readonly state: WalkState
}

/** Walks one block and advances `state` to the end of the block. */
export function walkCompany(seed: string, traits: Traits, { block, factors, state }: WalkCompanyOptions): LevelBlock {
  const stream = streamOf(seed, `walk/${traits.key}`)
  const levels = emptyLevels(BLOCK_SESSIONS, state.level)
  const calmSigma = (CALM * traits.ownVolatility) / Math.sqrt(252)
  const { beta, sector, sectorLoad } = traits
  const earned = traits.dividendYield / 252
  for (let i = Math.max(0, traits.sessionFrom - block * BLOCK_SESSIONS); i < BLOCK_SESSIONS; i += 1) {
    const session = block * BLOCK_SESSIONS + i
    const draw = session * DRAWS
    state.logVolatility = MEMORY * state.logVolatility + SHOCK * normalAt(stream, draw)
    const own = state.logVolatility + STRESS_FELT * factors.stress[i]!
    const sigma = calmSigma * exactExp(own)

    let night = sigma * NIGHT_PART * heavyAt(stream, draw + 1)
    const event = quarterEvent(traits, session)
    if (event === 'REPORT') night += traits.reportVolatility * heavyAt(stream, draw + 3)
    const day = earned + limited(sigma * DAY_PART * heavyAt(stream, draw + 2) - SWING_BACK * state.deviation)
    night = limited(night)
    state.deviation += night + day - earned

    let paid = 0
    if (event === 'DIVIDEND' || event === 'SPLIT') {
      const tradedPrice = exactExp(state.level) / state.factor
      if (event === 'DIVIDEND') {
        levels.dividend[i] = dividendDue(traits, tradedPrice, state)
        paid = exactLog(1 - levels.dividend[i]! / tradedPrice)
      } else {
        levels.split[i] = splitRatio(traits, tradedPrice)
        if (levels.split[i] !== 1) applySplit(state, levels.split[i]!)
      }
    }

    let marketNight = beta * factors.marketNight[i]!
    let marketDay = beta * factors.marketDay[i]!
    let variance = sigma * sigma + (beta * factors.marketSigma[i]!) ** 2
    if (sector >= 0) {
      const at = i * SECTORS.length + sector
      marketNight += sectorLoad * factors.sectorNight[at]!
      marketDay += sectorLoad * factors.sectorDay[at]!
      variance += (sectorLoad * factors.sectorSigma[at]!) ** 2
    }
    const open = state.level + paid + marketNight + night
    state.level = open + marketDay + day

    levels.open[i] = open
    levels.close[i] = state.level
    levels.sigma[i] = DAY_PART * Math.sqrt(variance)
    levels.stress[i] = own
    levels.factor[i] = state.factor
  }
  return levels
}

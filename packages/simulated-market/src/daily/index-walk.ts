// The daily walk of an index: in each session the capitalisations of its members at the open and at the close, relative
// to the previous close. All are per original share, so splits have no effect; a new member counts from its second
// session on.

import { exactExp, exactLog } from '../random/exact-math.ts'
import type { Listing, Traits } from '../universe/instrument.ts'
import { BLOCK_SESSIONS } from './block.ts'
import type { WalkState } from './company-walk.ts'
import { NIGHT_SHARE } from './factor.ts'
import type { FactorBlock } from './factor.ts'
import { emptyLevels } from './level.ts'
import type { LevelBlock } from './level.ts'
import { applySplit, dividendDue, quarterEvent, splitRatio } from './share-action.ts'

const DAY_PART = Math.sqrt(1 - NIGHT_SHARE)
const OWN_LIVELINESS = 1.04

/** Capitalisations of all members of an index, one entry per session of a block. */
export interface Capitalisation {
  readonly before: Float64Array
  readonly open: Float64Array
  readonly close: Float64Array
}

/** Sums the capitalisations of the members of an index for each session of a block. */
export function capitalise(
  members: readonly Listing[],
  block: number,
  levelsOf: (member: Listing) => LevelBlock,
): Capitalisation {
  const before = new Float64Array(BLOCK_SESSIONS)
  const open = new Float64Array(BLOCK_SESSIONS)
  const close = new Float64Array(BLOCK_SESSIONS)
  for (const member of members) {
    const { sessionFrom, startShares } = member.traits
    const first = sessionFrom === 0 ? 0 : sessionFrom + 1 - block * BLOCK_SESSIONS
    if (first >= BLOCK_SESSIONS) continue
    const levels = levelsOf(member)
    const from = Math.max(0, first)
    let previous = startShares * exactExp(from === 0 ? levels.previousClose : levels.close[from - 1]!)
    for (let i = from; i < BLOCK_SESSIONS; i += 1) {
      before[i] = before[i]! + previous
      open[i] = open[i]! + startShares * exactExp(levels.open[i]!)
      previous = startShares * exactExp(levels.close[i]!)
      close[i] = close[i]! + previous
    }
  }
  return { before, open, close }
}

export interface WalkIndexOptions {
  readonly factors: FactorBlock
  readonly capital: Capitalisation
  readonly state: WalkState
}

/** Walks one block of an index and advances `state` to the end of the block. */
export function walkIndex(traits: Traits, block: number, { factors, capital, state }: WalkIndexOptions): LevelBlock {
  const levels = emptyLevels(BLOCK_SESSIONS, state.level)
  for (let i = 0; i < BLOCK_SESSIONS; i += 1) {
    const event = quarterEvent(traits, block * BLOCK_SESSIONS + i)
    const tradedPrice = exactExp(state.level) / state.factor
    if (event === 'DIVIDEND') levels.dividend[i] = dividendDue(traits, tradedPrice, state)
    if (event === 'SPLIT') {
      levels.split[i] = splitRatio(traits, tradedPrice)
      if (levels.split[i] !== 1) applySplit(state, levels.split[i]!)
    }
    levels.open[i] = state.level + exactLog(capital.open[i]! / capital.before[i]!)
    state.level += exactLog(capital.close[i]! / capital.before[i]!)
    levels.close[i] = state.level
    levels.sigma[i] = DAY_PART * OWN_LIVELINESS * factors.marketSigma[i]!
    levels.stress[i] = 0.6 * factors.stress[i]!
    levels.factor[i] = state.factor
  }
  return levels
}

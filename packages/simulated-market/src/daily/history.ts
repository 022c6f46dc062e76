// Daily levels of every instrument for any block of sessions. Keeps, per instrument, the state of its walk at the start
// of each block (a few numbers) and a bounded number of full blocks; everything else is recomputed.

import type { Listing } from '../universe/instrument.ts'
import { sessionOfNumber } from '../universe/history-start.ts'
import type { Universe } from '../universe/universe.ts'
import { BLOCK_SESSIONS, LruCache, blockOf } from './block.ts'
import { startWalk, walkCompany } from './company-walk.ts'
import type { WalkState } from './company-walk.ts'
import { createFactors } from './factor.ts'
import type { FactorBlock } from './factor.ts'
import { capitalise, walkIndex } from './index-walk.ts'
import type { LevelBlock } from './level.ts'

/** About 14 kB each: enough for one block of every instrument of a usual market, plus spare. */
const BLOCKS_KEPT = 640

export interface History {
  /**
   * Returns the levels of one block. For a block before the instrument's first session, returns those of its first
   * block; callers do not request one.
   */
  readonly levels: (listing: Listing, block: number) => LevelBlock
  readonly factors: (block: number) => FactorBlock
}

export function createHistory(seed: string, universe: Universe): History {
  const factors = createFactors(seed)
  const starts = new Map<string, WalkState[]>()
  const kept = new LruCache<LevelBlock>(BLOCKS_KEPT)

  function walk(listing: Listing, block: number, state: WalkState): LevelBlock {
    const { traits } = listing
    if (traits.indexCode === null) return walkCompany(seed, traits, { block, factors: factors(block), state })
    const { indexCode } = traits
    const lastYear = Number(sessionOfNumber((block + 1) * BLOCK_SESSIONS - 1).slice(0, 4))
    const members = universe.listedThrough(lastYear).filter((member) => member.traits.memberOf.includes(indexCode))
    return walkIndex(traits, block, {
      factors: factors(block),
      capital: capitalise(members, block, (member) => compute(member, block)),
      state,
    })
  }

  /** Walks to the block from the latest known earlier state, and stores every state on the way. */
  function compute(listing: Listing, block: number): LevelBlock {
    const { traits } = listing
    let known = starts.get(traits.key)
    if (known === undefined) {
      known = []
      starts.set(traits.key, known)
    }
    const first = blockOf(traits.sessionFrom)
    if (known.length === 0) known[first] = startWalk(traits)
    let from = Math.min(Math.max(block, first), known.length - 1)
    for (;;) {
      const state = { ...known[from]! }
      const levels = walk(listing, from, state)
      known[from + 1] ??= state
      if (from >= block) return levels
      from += 1
    }
  }

  return {
    factors,
    levels: (listing, block) => kept.get(`${listing.traits.key}/${block}`, () => compute(listing, block)),
  }
}

// What a record did to the fund value and to each holder, from the replay of the books. Text and paging are left to the
// other files.
import { divideHalfEven, type FundReplay, type HolderId } from '@clubfolio/domain'
import type { HistoryRow } from './history-lines.ts'

export interface HolderEffect {
  readonly holderId: HolderId
  readonly valueCents: bigint
  readonly units: bigint | null
}

export interface HistoryEffect {
  readonly fundValueCents: bigint | null
  readonly holders: readonly HolderEffect[]
}

const nothing: HistoryEffect = { fundValueCents: null, holders: [] }
/** More holders than this are not listed for what concerns many of them. */
export const mostListed = 25

/**
 * Returns the effects of records, looked up by line. An entry or transfer has the dealings that it caused; an expense
 * and the result of a close are shared by the units held then, rounded half-even each. What was reversed or replaced,
 * or is not dealt yet, has none; a reversal and a status change have the amount that they took away or gave back.
 */
export function effectsOf(replay: FundReplay, only?: HolderId): (row: HistoryRow) => HistoryEffect {
  const byRecord = new Map<string, FundReplay['dealings'][number][]>()
  for (const dealing of replay.dealings)
    if (dealing.recordId !== undefined)
      byRecord.set(dealing.recordId, [...(byRecord.get(dealing.recordId) ?? []), dealing])
  const isWanted = (holderId: HolderId) => only === undefined || holderId === only
  const shared = (step: number, amountCents: bigint): HolderEffect[] => {
    const held = new Map<HolderId, bigint>()
    for (const dealing of replay.dealings) {
      if (dealing.step >= step) break
      held.set(dealing.holderId, (held.get(dealing.holderId) ?? 0n) + dealing.units)
    }
    const holders = [...held].filter(([, units]) => units > 0n)
    const issued = holders.reduce((sum, [, units]) => sum + units, 0n)
    if (only === undefined && holders.length > mostListed) return []
    return holders
      .filter(([holderId]) => isWanted(holderId))
      .map(([holderId, units]) => ({ holderId, valueCents: divideHalfEven(amountCents * units, issued), units: null }))
  }
  const dealt = (recordId: string): HistoryEffect => {
    const own = byRecord.get(recordId) ?? []
    if (own.length === 0) return nothing
    // Leaving pays fees by dealings of their own, which move units and no cash.
    const cash = own.filter(({ cause }) => cause === 'contribution' || cause === 'retribution')
    return {
      fundValueCents: cash.reduce((sum, { amountCents }) => sum + amountCents, 0n),
      holders: byHolder(own.filter(({ holderId }) => isWanted(holderId))),
    }
  }
  return (row) => {
    if (row.undone_at !== null) return nothing
    if (row.kind === 'EXPENSE') {
      const borne = replay.borneExpenses.find(({ recordId }) => recordId === row.id)
      return borne ? { fundValueCents: -borne.amountCents, holders: shared(borne.step, -borne.amountCents) } : nothing
    }
    if (row.kind === 'CLOSE') return ofClose(replay, row.day, shared)
    if (dealtKinds.has(row.kind)) return dealt(row.id)
    if (row.kind !== 'REVERSAL' && row.kind !== 'STATUS') return nothing
    return ofChange(row, isWanted)
  }
}

const dealtKinds: ReadonlySet<string> = new Set(['CONTRIBUTION', 'RETRIBUTION', 'TRANSFER', 'FEE'])

/** One line for each holder, in the order in which they were dealt with; a fee counts as what it took or gave. */
function byHolder(dealings: readonly FundReplay['dealings'][number][]): HolderEffect[] {
  const effects = new Map<HolderId, { valueCents: bigint; units: bigint }>()
  for (const { holderId, amountCents, feeCents, units } of dealings) {
    const effect = effects.get(holderId) ?? { valueCents: 0n, units: 0n }
    effects.set(holderId, {
      valueCents: effect.valueCents + amountCents + feeCents,
      units: effect.units + units,
    })
  }
  return [...effects].map(([holderId, effect]) => ({ holderId, ...effect }))
}

/** A reversal of an entry, or its status, changes the fund value and its holder by the amount. */
function ofChange({ holders, amount_cents, words }: HistoryRow, isWanted: (id: HolderId) => boolean): HistoryEffect {
  const isOfEntry = /contribution|retribution/i.test(words)
  const [holderId] = holders ?? []
  if (!isOfEntry || holderId === undefined || amount_cents === null) return nothing
  const valueCents = BigInt(amount_cents)
  return {
    fundValueCents: valueCents,
    holders: isWanted(holderId) ? [{ holderId, valueCents, units: null }] : [],
  }
}

/** The result of a close: what the fund value changed by since the last one, without what was dealt and expenses. */
function ofClose(
  { valuations, dealings }: FundReplay,
  day: string,
  shared: (step: number, amountCents: bigint) => HolderEffect[],
): HistoryEffect {
  const index = valuations.findIndex((one) => one.day === day)
  const [before, after] = [valuations[index - 1], valuations[index]]
  if (!before || !after) return nothing
  const cash = dealings
    .filter(({ step, cause }) => step > before.step && step <= after.step && cashCauses.has(cause))
    .reduce((sum, { amountCents }) => sum + amountCents, 0n)
  const result = after.fundValueCents - before.fundValueCents - cash + after.expensesCents
  return { fundValueCents: result, holders: shared(after.step, result) }
}

const cashCauses: ReadonlySet<string> = new Set(['contribution', 'retribution', 'flow'])

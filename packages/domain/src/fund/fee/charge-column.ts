// The amounts of a charge by column, so that a replay takes the units of a thousand members in one loop of machine
// integers. A charge that does not fit is dealt line by line (docs/decisions/0084-charges-are-dealt-by-column.md).
import { compareIds } from '../../money/largest-remainder.ts'
import type { FeeCharge, FeeChargeLine, FeeKind, HolderId } from '../record.ts'
import { unallocatedHolderId } from '../record.ts'
import { amountLimit } from './take-step.ts'

/** The holders of a charge in the order of their ids. Charges of the same holders share one list. */
export interface HolderList {
  readonly ids: readonly HolderId[]
  readonly indexById: ReadonlyMap<HolderId, number>
}

export interface ChargeColumn {
  readonly kind: FeeKind
  readonly receiverId: HolderId
  /** Cents by holder, zero for a holder who pays nothing. */
  readonly amounts: Int32Array
  readonly sumCents: number
}

export interface ChargeColumns {
  readonly holders: HolderList
  /** The position of each holder's first line in the charge, and at the end their number. */
  readonly lineAt: Int32Array
  /** Who has a line of a management fee, and what it settles: two halves of 64 bits by holder, the lower first. */
  readonly isSettled: Uint8Array
  readonly settled: BigUint64Array
  /** The kinds somebody pays, in the order of the first lines that take money. */
  readonly columns: readonly ChargeColumn[]
}

const known = new WeakMap<FeeCharge, ChargeColumns | 'none'>()

/**
 * Returns the columns of a charge, or undefined for one that has to be dealt line by line. They are made once for each
 * record; `previous` is a list that the charge may share.
 */
export function chargeColumnsOf(charge: FeeCharge, previous: HolderList | undefined): ChargeColumns | undefined {
  const found = known.get(charge) ?? makeColumns(charge, previous) ?? 'none'
  known.set(charge, found)
  return found === 'none' ? undefined : found
}

/** A column while its charge is read. */
interface OpenColumn {
  receiverId: HolderId | undefined
  readonly amounts: Int32Array
  sumCents: number
}

function makeColumns({ lines }: FeeCharge, previous: HolderList | undefined): ChargeColumns | undefined {
  const ids: HolderId[] = []
  const lineAt = new Int32Array(lines.length + 1)
  const isSettled = new Uint8Array(lines.length)
  const settled = new BigUint64Array(2 * lines.length)
  const open = { management: openColumn(lines.length), performance: openColumn(lines.length) }
  const kinds: FeeKind[] = []
  let before: FeeChargeLine | undefined
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!
    const { holderId, kind, settledAtto } = line
    if (holderId !== before?.holderId) {
      // Where two neighbours are those of the previous charge, their order is known.
      const place = ids.length
      const isKnown = previous?.ids[place] === holderId && (place === 0 || previous.ids[place - 1] === before?.holderId)
      if (!isKnown && !isNext(holderId, before?.holderId)) return undefined
      lineAt[place] = index
      ids.push(holderId)
    } else if (before.kind !== 'management' || kind !== 'performance') return undefined
    before = line
    const holder = ids.length - 1
    if (kind === 'management') {
      isSettled[holder] = 1
      settled[2 * holder] = settledAtto
      settled[2 * holder + 1] = settledAtto >> 64n
    }
    const cents = Number(line.amountCents)
    if (cents === 0) continue
    const column = open[kind]
    if (column.receiverId === undefined) kinds.push(kind)
    column.receiverId ??= line.receiverId
    if (column.receiverId !== line.receiverId || cents < 0 || cents >= amountLimit) return undefined
    column.amounts[holder] = cents
    column.sumCents += cents
  }
  lineAt[ids.length] = lines.length
  const columns = kinds.map((kind): ChargeColumn => {
    const { receiverId = unallocatedHolderId, amounts, sumCents } = open[kind]
    return { kind, receiverId, amounts: amounts.slice(0, ids.length), sumCents }
  })
  return { holders: listOf(ids, previous), lineAt, isSettled, settled, columns }
}

const openColumn = (lineCount: number): OpenColumn => ({
  receiverId: undefined,
  amounts: new Int32Array(lineCount),
  sumCents: 0,
})

/** Returns whether a holder may come after another one: by id, and never unallocated. */
const isNext = (holderId: HolderId, before: HolderId | undefined): boolean =>
  holderId !== unallocatedHolderId && (before === undefined || compareIds(before, holderId) < 0)

function listOf(ids: readonly HolderId[], previous: HolderList | undefined): HolderList {
  if (previous?.ids.length === ids.length && ids.every((id, index) => id === previous.ids[index])) return previous
  return { ids, indexById: new Map(ids.map((id, index) => [id, index])) }
}

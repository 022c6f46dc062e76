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
  readonly sumCents: bigint
}

export interface ChargeColumns {
  readonly holders: HolderList
  /** The position of each holder's first line in the charge, and at the end their number. */
  readonly lineAt: Int32Array
  /** Who has a line of a management fee, and what it settles: two halves of 64 bits for each holder, the lower first. */
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

type OpenColumn = Omit<ChargeColumn, 'sumCents'> & { sumCents: bigint }

function makeColumns({ lines }: FeeCharge, previous: HolderList | undefined): ChargeColumns | undefined {
  const ids: HolderId[] = []
  const lineAt = new Int32Array(lines.length + 1)
  const isSettled = new Uint8Array(lines.length)
  const settled = new BigUint64Array(2 * lines.length)
  const columns: OpenColumn[] = []
  let before: FeeChargeLine | undefined
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!
    if (!isInOrder(line, before)) return undefined
    if (line.holderId !== before?.holderId) {
      lineAt[ids.length] = index
      ids.push(line.holderId)
    }
    before = line
    if (line.kind === 'management') {
      const holder = ids.length - 1
      isSettled[holder] = 1
      settled[2 * holder] = line.settledAtto
      settled[2 * holder + 1] = line.settledAtto >> 64n
    }
    if (line.amountCents === 0n) continue
    const column = columnFor(columns, line, lines.length)
    if (column.receiverId !== line.receiverId) return undefined
    column.amounts[ids.length - 1] = Number(line.amountCents)
    column.sumCents += line.amountCents
  }
  lineAt[ids.length] = lines.length
  const holders = listOf(ids, previous)
  const ofHolders = columns.map((one) => ({ ...one, amounts: one.amounts.slice(0, ids.length) }))
  return { holders, lineAt, isSettled, settled, columns: ofHolders }
}

function columnFor(columns: OpenColumn[], { kind, receiverId }: FeeChargeLine, lineCount: number): OpenColumn {
  const known = columns.find((column) => column.kind === kind)
  if (known) return known
  const column = { kind, receiverId, amounts: new Int32Array(lineCount), sumCents: 0n }
  columns.push(column)
  return column
}

/** One line of a kind for each holder, by id and with the management fee first, and amounts that fit. */
function isInOrder(line: FeeChargeLine, before: FeeChargeLine | undefined): boolean {
  const { holderId, kind, amountCents } = line
  if (holderId === unallocatedHolderId || amountCents < 0n || amountCents >= amountLimit) return false
  if (!before) return true
  const order = before.holderId === holderId ? 0 : compareIds(before.holderId, holderId)
  return order < 0 || (order === 0 && before.kind === 'management' && kind === 'performance')
}

function listOf(ids: readonly HolderId[], previous: HolderList | undefined): HolderList {
  if (previous?.ids.length === ids.length && ids.every((id, index) => id === previous.ids[index])) return previous
  return { ids, indexById: new Map(ids.map((id, index) => [id, index])) }
}

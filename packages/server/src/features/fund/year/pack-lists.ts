// The lists of a pack as CSV: the allocation, the members with what they hold, and the records of the year.
import { allocatedLines, type FundYear } from '@clubfolio/contract'
import {
  compareIds,
  csvText,
  formatCents,
  formatUnits,
  keysOf,
  liveness,
  unallocatedHolderId,
  type FundRecords,
  type YearFigures,
} from '@clubfolio/domain'
import type { NameOfHolder } from '../book/member-names.ts'

/** Every holder with all lines, the basis and Real, and the fund as their sum. */
export function allocationCsv({ holders, lines, real }: FundYear): string {
  const keys = keysOf(allocatedLines)
  return csvText([
    [
      'Holder',
      ...keys.map((key) => allocatedLines[key]),
      'Sum',
      'Real',
      'Basis before',
      'Loss carried before',
      'Paid in',
      'Gifts',
      'Taken out',
      'Basis',
      'Loss carried',
    ],
    ...holders.map(({ name, lines: own, total, real: ownReal, basis }) => [
      name,
      ...keys.map((key) => formatCents(own[key])),
      ...[
        total,
        ownReal,
        basis.before,
        basis.lossBefore,
        basis.paidIn,
        basis.gifts,
        basis.takenOut,
        basis.after,
        basis.lossAfter,
      ].map(formatCents),
    ]),
    ['Fund', ...keys.map((key) => formatCents(lines[key])), formatCents(real), formatCents(real), ...seven],
  ])
}

/** The basis of all holders together means nothing. */
const seven = Array.from({ length: 7 }, () => '')

/** Who held what at the end of the year. */
export function memberCsv({ period: { endRows } }: YearFigures, nameOf: NameOfHolder): string {
  return csvText([
    ['Holder', 'Units', 'Part %', 'Amount', 'Value', 'Profit/Lost'],
    ...[...endRows.values()]
      .filter(
        ({ holderId, units, amountCents }) => units !== 0n || holderId === unallocatedHolderId || amountCents !== 0n,
      )
      .map((row) => [
        nameOf(row.holderId),
        formatUnits(row.units),
        (row.percentHundredths / 100).toFixed(2),
        formatCents(row.amountCents),
        formatCents(row.valueCents),
        formatCents(row.profitLostCents),
      ]),
  ])
}

interface RecordLine {
  readonly day: string
  readonly kind: string
  readonly id: string
  readonly holder: string
  readonly other: string
  readonly amount: string
  readonly state: string
}

/** What was recorded for days of the year, reversed records included, and what the brokerage reported as moved. */
export function recordCsv({ from, to, period }: YearFigures, nameOf: NameOfHolder): string {
  const lines = recordLines(period.end.records, nameOf)
    .filter(({ day }) => day >= from && day <= to)
    .sort((a, b) => compareIds(a.day, b.day) || compareIds(a.kind, b.kind) || compareIds(a.id, b.id))
  return csvText([
    ['Day', 'Kind', 'Holder', 'To', 'Amount', 'State', 'Id'],
    ...lines.map(({ day, kind, holder, other, amount, state, id }) => [day, kind, holder, other, amount, state, id]),
  ])
}

function recordLines(records: FundRecords, nameOf: NameOfHolder): RecordLine[] {
  const reversed = new Set(records.reversals.map(({ recordId }) => recordId))
  const isLive = liveness(records)
  const stateOf = (id: string, initial = true): string =>
    reversed.has(id) ? 'Reversed' : isLive(id, initial) ? 'Active' : 'Inactive'
  return [
    ...records.entries.map((entry) => ({
      day: entry.day,
      kind: entry.kind === 'contribution' ? 'Contribution' : 'Retribution',
      id: entry.id,
      holder: nameOf(entry.holderId),
      other: '',
      amount: formatCents(entry.amountCents),
      state: stateOf(entry.id, entry.isActive),
    })),
    ...records.transfers.map(({ id, day, fromHolderId, toHolderId, measure }) => ({
      day,
      kind: 'Transfer',
      id,
      holder: nameOf(fromHolderId),
      other: nameOf(toHolderId),
      amount: measure.by === 'amount' ? formatCents(measure.amountCents) : `${formatUnits(measure.units)} units`,
      state: stateOf(id),
    })),
    ...records.expenses.map(({ id, day, amountCents }) => ({
      day,
      kind: 'Expense',
      id,
      holder: '',
      other: '',
      amount: formatCents(amountCents),
      state: stateOf(id),
    })),
    ...records.feeCharges.flatMap(({ id, endDay, isWaived, lines }) =>
      lines.map((line) => ({
        day: endDay,
        kind: line.kind === 'management' ? 'Management fee' : 'Performance fee',
        id,
        holder: nameOf(line.holderId),
        other: nameOf(line.receiverId),
        amount: formatCents(line.amountCents),
        state: isWaived ? 'Waived' : stateOf(id),
      })),
    ),
    ...records.movements.map(({ id, day, amountCents }) => ({
      day,
      kind: 'Movement',
      id,
      holder: '',
      other: '',
      amount: formatCents(amountCents),
      state: 'Reported by the brokerage',
    })),
  ]
}

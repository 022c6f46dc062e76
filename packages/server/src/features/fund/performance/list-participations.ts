// The participation table: every holder with amount, percent, value and profit. The rows add up to the fund to the
// cent.
import type { ParticipationRow } from '@clubfolio/contract'
import {
  formatUnits,
  unallocatedHolderId,
  type FundRecords,
  type HolderFigure,
  toCents,
  toUnitSteps,
} from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { readFund, toMemberId } from '../book/load-fund.ts'
import { holderNames } from '../book/member-names.ts'
import type { FundState } from '../book/replay-cache.ts'

/**
 * Returns members by name, including those whose entries are all inactive or pending; "Unallocated" last and only when
 * it holds anything.
 */
export async function listParticipations(
  services: Services,
  session: Session,
  accountId: string,
): Promise<readonly ParticipationRow[]> {
  const fund = await readFund(services, session.userId, accountId)
  const known = made.get(fund.figures)
  if (known) return known
  const rows = toRows(fund, accountId)
  made.set(fund.figures, rows)
  return rows
}

/** The rows are computed once per state of a fund. */
const made = new WeakMap<FundState['figures'], readonly ParticipationRow[]>()

function toRows({ records, figures, members }: FundState, accountId: string): ParticipationRow[] {
  const order = new Map([...members.keys()].map((id, index) => [id, index]))
  const placeOf = (holderId: string) =>
    holderId === unallocatedHolderId ? members.size : (order.get(holderId) ?? members.size - 0.5)
  const nameOf = holderNames({ members })
  return [...figures, ...zeroFigures(records, figures)]
    .filter(
      (figure) =>
        figure.holderId !== unallocatedHolderId ||
        figure.units !== 0n ||
        figure.valueCents !== 0n ||
        figure.amountCents !== 0n,
    )
    .toSorted((a, b) => placeOf(a.holderId) - placeOf(b.holderId))
    .map((figure) => ({
      memberId: toMemberId(accountId, figure.holderId),
      accountId,
      memberFullName: nameOf(figure.holderId),
      amount: figure.amountCents,
      participationPercent: Number(percentText(figure.percentHundredths)),
      profitLostAmount: figure.profitLostCents,
      value: figure.valueCents,
      units: formatUnits(figure.units),
      realProfit: figure.realCents,
      floatingProfit: figure.floatingCents,
      isMember: figure.holderId !== unallocatedHolderId,
    }))
}

/**
 * Returns zero figures for holders whose entries currently count in no figure: without a row nobody could switch such
 * an entry on again.
 */
function zeroFigures(records: FundRecords, figures: readonly HolderFigure[]): HolderFigure[] {
  const counted = new Set(figures.map((figure) => figure.holderId))
  const reversed = new Set(records.reversals.map((reversal) => reversal.recordId))
  const others = new Set(
    records.entries
      .filter((entry) => !reversed.has(entry.id) && !counted.has(entry.holderId))
      .map((entry) => entry.holderId),
  )
  const nothing = toCents(0n)
  return [...others].map((holderId) => ({
    holderId,
    units: toUnitSteps(0n),
    percentHundredths: 0,
    valueCents: nothing,
    amountCents: nothing,
    profitLostCents: nothing,
    realCents: nothing,
    floatingCents: nothing,
  }))
}

/** `percentText(7893)` is "78.93". */
const percentText = (hundredths: number): string =>
  `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`

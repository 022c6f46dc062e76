// The participation table: every holder with amount, percent, value and profit. The rows add up to the fund to the cent.
import type { ParticipationRow } from '@clubfolio/contract'
import { formatUnits, unallocatedHolderId } from '@clubfolio/domain'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { readFund, toMemberId } from './load-fund.ts'
import { holderNames } from './member-names.ts'
import type { FundState } from './replay-cache.ts'

/** Members by name, "Unallocated" last and only when it holds anything. */
export async function listParticipations(services: Services, session: Session, accountId: string): Promise<readonly ParticipationRow[]> {
  const fund = await readFund(services, session.userId, accountId)
  const known = made.get(fund.figures)
  if (known) return known
  const rows = toRows(fund, accountId)
  made.set(fund.figures, rows)
  return rows
}

/** The rows of each state of a fund are made once. */
const made = new WeakMap<FundState['figures'], readonly ParticipationRow[]>()

function toRows({ figures, members }: FundState, accountId: string): ParticipationRow[] {
  const order = new Map([...members.keys()].map((id, index) => [id, index]))
  const placeOf = (holderId: string) => (holderId === unallocatedHolderId ? members.size : (order.get(holderId) ?? members.size - 0.5))
  const nameOf = holderNames({ members })
  return figures
    .filter((figure) => figure.holderId !== unallocatedHolderId || figure.units !== 0n || figure.valueCents !== 0n || figure.amountCents !== 0n)
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

/** `percentText(7893)` is "78.93". */
const percentText = (hundredths: number): string => `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`

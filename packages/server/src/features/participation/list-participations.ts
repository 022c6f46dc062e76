// The participation table: every holder with amount, percent, value and profit. The rows add up to the fund to the cent.
import type { ParticipationRow } from '@clubfolio/contract'
import { formatUnits, holderFigures, replayFund, unallocatedHolderId } from '@clubfolio/domain'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { readFund, toMemberId } from './load-fund.ts'

/** Members by name, "Unallocated" last and only when it holds anything. */
export async function listParticipations({ db }: Services, session: Session, accountId: string): Promise<ParticipationRow[]> {
  const { records } = await readFund(db, session.userId, accountId)
  const figures = holderFigures(replayFund(records))
  const members = await db.selectFrom('member').select(['id', 'first_name', 'last_name']).where('owner_id', '=', session.userId).execute()
  const names = new Map(members.map((member) => [member.id, { shown: `${member.first_name} ${member.last_name}`, sorted: `${member.last_name} ${member.first_name}` }]))
  const rows = figures.map((figure) => {
    const isMember = figure.holderId !== unallocatedHolderId
    const name = names.get(figure.holderId)
    return {
      order: isMember ? `0 ${name?.sorted ?? ''} ${figure.holderId}` : '1',
      holdsAnything: isMember || figure.units !== 0n || figure.valueCents !== 0n || figure.amountCents !== 0n,
      row: {
        memberId: toMemberId(accountId, figure.holderId),
        accountId,
        memberFullName: isMember ? (name?.shown ?? '') : 'Unallocated',
        amount: figure.amountCents,
        participationPercent: Number(percentText(figure.percentHundredths)),
        profitLostAmount: figure.profitLostCents,
        value: figure.valueCents,
        units: formatUnits(figure.units),
        realProfit: figure.realCents,
        floatingProfit: figure.floatingCents,
        isMember,
      } satisfies ParticipationRow,
    }
  })
  return rows
    .filter(({ holdsAnything }) => holdsAnything)
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ row }) => row)
}

/** `percentText(7893)` is "78.93". */
const percentText = (hundredths: number): string => `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`

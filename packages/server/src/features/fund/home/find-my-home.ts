// What a member's home shows of one fund besides the figures of their part. Everything comes from the replay that
// Account Mapping and the statements use, and nothing of another member is in it (docs/rules/access.md, "Ownership").
import type { MyHome, ParamsOf } from '@clubfolio/contract'
import { type Cents, formatCents, holderHistory, type HolderHistoryPoint, type FundReplay } from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { readAnyFund } from '../book/load-fund.ts'
import { closeMs } from '../performance/read-profit-history.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { linesOfHolder } from '../statement/read-statement.ts'

/** Throws `notFound`, also for anybody else's place. */
export async function findMyHome(
  services: Services,
  session: Session,
  place: ParamsOf<'fund', 'findMyHome'>,
): Promise<MyHome> {
  await requireMyParticipation(services.db, session, place)
  const { replay } = await readAnyFund(services, place.accountId)
  const points = whileHeld(replay, holderHistory(replay, place.memberId))
  const dollars = (day: HolderHistoryPoint['day'], cents: Cents): [number, number] => [
    closeMs(day),
    Number(formatCents(cents)),
  ]
  return {
    history: points.map(({ day, valueCents }) => dollars(day, valueCents)),
    payments: points.filter(({ paidCents }) => paidCents !== 0n).map(({ day, paidCents }) => dollars(day, paidCents)),
    entries: linesOfHolder(replay, place.memberId),
  }
}

/** Leaves out the closes after the one at which the last unit had left. */
function whileHeld({ day }: FundReplay, points: readonly HolderHistoryPoint[]): readonly HolderHistoryPoint[] {
  const last = points.findLast(({ valueCents, paidCents }) => valueCents !== 0n || paidCents !== 0n)
  return points.filter((point) => point.day <= (last?.day ?? day))
}

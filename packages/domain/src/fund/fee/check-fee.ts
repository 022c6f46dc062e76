// Checks changes of the fees: a policy's rates and first day, that charges are made in the order of the period ends,
// and that only the last one is reversed (docs/rules/fund-fees.md).
import { addCalendarDays } from '../../calendar/market-day.ts'
import type { MarketDay } from '../../kind.ts'
import type { FundRefusal } from '../fund-refusal.ts'
import type { FeeCharge, FeePolicy } from '../record.ts'
import { unallocatedHolderId } from '../record.ts'
import type { FundReplay } from '../replay-fund.ts'
import { canCharge, endsToCharge } from './calculate-charge.ts'
import { feeLimits } from './policy.ts'

/** Returns the first objection to a policy, or undefined. A policy begins on the day after it is recorded. */
export function checkFeePolicy(policy: FeePolicy, today: MarketDay): FundRefusal | undefined {
  const maximumMillionths = feeLimits[policy.kind]
  const isRate = (rate: bigint, maximum: bigint) => rate >= 0n && rate <= maximum
  const rates = [policy.rateMillionths, ...policy.ownRates.map((own) => own.rateMillionths)]
  if (!rates.every((rate) => isRate(rate, maximumMillionths)))
    return { name: 'fee-rate-out-of-range', maximumMillionths }
  const maximumHurdle = policy.kind === 'performance' ? feeLimits.hurdle : 0n
  if (!isRate(policy.hurdleMillionths, maximumHurdle))
    return { name: 'fee-rate-out-of-range', maximumMillionths: maximumHurdle }
  const seen = new Set([unallocatedHolderId])
  for (const { holderId } of policy.ownRates) {
    if (seen.has(holderId)) return { name: 'holder-not-allowed', holderId }
    seen.add(holderId)
  }
  const firstDay = addCalendarDays(today, 1)
  return policy.firstDay === firstDay ? undefined : { name: 'fee-policy-not-next-day', firstDay }
}

/** Returns why a charge cannot be made, or undefined: it is not the next one. */
export function checkCharge({ endDay }: FeeCharge, before: FundReplay): FundRefusal | undefined {
  if (canCharge(before, endDay)) return undefined
  return { name: 'charge-not-due', endDay, nextDay: endsToCharge(before)[0]?.endDay }
}

/** Returns why a charge cannot be reversed, or undefined: there is none at that end, or a later one. */
export function checkReversedCharge(endDay: MarketDay, before: FundReplay): FundRefusal | undefined {
  const last = before.current.charges.at(-1)
  return last?.endDay === endDay ? undefined : { name: 'charge-not-last', endDay, lastDay: last?.endDay }
}

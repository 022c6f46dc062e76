// What an order risks and may win: the true loss at its stop with fees, the reward at its target, one divided by the
// other, and the risk at all stops of the account once it is filled.
import type { OrderPreview } from '@clubfolio/contract'
import { type Cents, toCents } from '@clubfolio/domain'
import { formatMoney } from '../../ui/format/money.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { Fact } from './order-fact.tsx'
import type { RiskAtStops } from './risk-at-stops.ts'

type Risked = Pick<
  OrderPreview,
  'brokerInstruction' | 'commission' | 'lossAtStop' | 'lossPercent' | 'reward' | 'rewardToRisk'
>

export interface RiskFactsProps {
  readonly preview: Risked
  readonly isPair: boolean
  /** The order has a stop. */
  readonly isOpen: boolean
}

export function RiskFacts({ preview, isPair, isOpen }: RiskFactsProps) {
  const { lossAtStop, lossPercent, reward, rewardToRisk } = preview
  const withFees = lossWithFees(preview, isPair)
  return (
    <>
      {isOpen ? (
        <Fact
          name="True loss at stop"
          isLoss
          value={
            lossAtStop === null
              ? '--'
              : `-${formatMoney(lossAtStop)} · ${formatPercent(lossPercent)} of the account value`
          }
        />
      ) : null}
      {withFees === null || withFees === lossAtStop ? null : (
        <Fact name="With fees" isLoss value={`-${formatMoney(withFees)}`} />
      )}
      {reward === null ? null : (
        <Fact
          name="Reward at target"
          value={formatMoney(reward) + (rewardToRisk === null ? '' : ` · ${rewardToRisk} to 1 risked`)}
        />
      )}
    </>
  )
}

/**
 * Returns the loss at the stop with the commission of each order that is filled until then: of the entry and of the
 * stop. Null where either is unknown. Example: 151.00 with a commission of 1.00 is 153.00.
 */
export function lossWithFees({ lossAtStop, commission }: Risked, isPair: boolean): Cents | null {
  if (lossAtStop === null || commission === null) return null
  return toCents(lossAtStop + (isPair ? 1n : 2n) * commission)
}

export interface StopsFactProps {
  readonly atStops: RiskAtStops
  readonly accountValue: Cents
}

export function StopsFact({ atStops: { before, after, withoutStop }, accountValue }: StopsFactProps) {
  const percent = accountValue > 0n ? Number((after * 10_000n) / accountValue) / 100 : null
  const bare = withoutStop === 0 ? '' : `, ${withoutStop} without a stop`
  return (
    <Fact
      name="Risk at stops"
      isLoss={withoutStop > 0}
      value={
        `${formatMoney(before)} → ${formatMoney(after)}` +
        (percent === null ? '' : ` · ${formatPercent(percent)}`) +
        bare
      }
    />
  )
}

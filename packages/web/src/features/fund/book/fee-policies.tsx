// The fees of a fund as they are in force, each with its terms, its earlier terms, and for the owner the buttons that
// set, change and stop it.
import type { FeePolicyLine, FundFees, NamedBody } from '@clubfolio/contract'
import { feeKinds, type FeeKind } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { Chip } from '../../../ui/chip.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { useFormatAmount, type FormatAmount } from '../../../ui/figure/currency.tsx'
import { useChangeBooks } from './books-api.ts'
import { FeePolicyModal } from './fee-policy-modal.tsx'
import {
  chargesAnybody,
  describeOwnRate,
  describeFeePeriod,
  describeRate,
  exampleManagementFee,
  exampleValue,
  feeNames,
  policySpans,
  type PolicySpan,
} from './fee-words.ts'
import { useConsequence, useFundRights } from './fund-rights.tsx'
import classes from '../fund.module.css'

export interface FeePoliciesProps {
  readonly accountId: string
  readonly marketDay: string
  readonly fees: FundFees
  /** A change of a fee waits for a second person, so no other one is offered. */
  readonly isWaiting: boolean
}

export function FeePolicies({ accountId, marketDay, fees, isWaiting }: FeePoliciesProps) {
  const [changing, setChanging] = useState<FeeKind>()
  return (
    <div className={classes['sides']}>
      {feeKinds.map((kind) => (
        <PolicyPart
          key={kind}
          accountId={accountId}
          kind={kind}
          spans={policySpans(fees.policies, kind, marketDay)}
          isWaiting={isWaiting}
          onChange={() => setChanging(kind)}
        />
      ))}
      {changing ? (
        <FeePolicyModal
          accountId={accountId}
          marketDay={marketDay}
          kind={changing}
          last={fees.policies.find(({ kind }) => kind === changing)}
          onClose={() => setChanging(undefined)}
        />
      ) : null}
    </div>
  )
}

interface PolicyPartProps {
  readonly accountId: string
  readonly kind: FeeKind
  readonly spans: readonly PolicySpan[]
  readonly isWaiting: boolean
  readonly onChange: () => void
}

function PolicyPart({ accountId, kind, spans, isWaiting, onChange }: PolicyPartProps) {
  const { isOwner } = useFundRights()
  const format = useFormatAmount()
  const [isOpen, setOpen] = useState(false)
  const last = spans[0]
  const earlier = spans.slice(1)
  const name = feeNames[kind]
  const reason = isWaiting ? 'A change of the fees waits for a second person' : undefined
  return (
    <section aria-label={name} className={classes['side']}>
      <div className={classes['approvalHead']}>
        <h3 className={classes['heading']}>{name}</h3>
        <StateChip span={last} />
      </div>
      {last && chargesAnybody(last.policy) ? (
        <Terms policy={last.policy} />
      ) : (
        <p className={classes['example']}>{last ? stoppedWords(last) : describeFee(kind, format)}</p>
      )}
      {isOwner || earlier.length > 0 ? (
        <div className={classes['choose']}>
          {isOwner ? (
            <DisabledReason reason={reason}>
              <Button variant="default" onClick={onChange}>
                {last ? `Change the ${name.toLowerCase()}` : `Set a ${name.toLowerCase()}`}
              </Button>
            </DisabledReason>
          ) : null}
          {isOwner && last && chargesAnybody(last.policy) ? (
            <StopButton accountId={accountId} policy={last.policy} reason={reason} />
          ) : null}
          {earlier.length > 0 ? (
            <Button
              variant="subtle"
              aria-expanded={isOpen}
              aria-label={`Earlier terms of the ${name.toLowerCase()}`}
              onClick={() => setOpen(!isOpen)}
            >
              {`Earlier terms (${earlier.length})`}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isOpen ? (
        <ul className={classes['terms']}>
          {earlier.map((span) => (
            <li key={span.policy.id}>{describeSpan(span)}</li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/** What a fee is, for an owner who has never charged it. */
function describeFee(kind: FeeKind, format: FormatAmount): string {
  return kind === 'management'
    ? "Not charged. A management fee is a yearly percentage of each member's value, counted for each day: 2% of " +
        `${format(exampleValue)} for 31 days is ${format(exampleManagementFee(exampleValue, 20_000n, 31))}.`
    : 'Not charged. A performance fee is a percentage of what each payment has gained above its mark: 20% of a gain ' +
        `of ${format(20_000n)} is ${format(4_000n)}.`
}

const stoppedWords = ({ policy, state }: PolicySpan): string =>
  state === 'begins' ? `It stops: no fee from ${policy.firstDay} on.` : `Stopped: no fee since ${policy.firstDay}.`

function StateChip({ span }: { readonly span: PolicySpan | undefined }) {
  if (!span) return null
  if (!chargesAnybody(span.policy)) return <Chip>{span.state === 'begins' ? 'Stops tomorrow' : 'Stopped'}</Chip>
  return span.state === 'begins' ? (
    <Chip tone="info">{`From ${span.policy.firstDay}`}</Chip>
  ) : (
    <Chip tone="profit">In force</Chip>
  )
}

function Terms({ policy }: { readonly policy: FeePolicyLine }) {
  const { kind, rate, hurdle, receiver, period, chargesByItself, ownRates, firstDay } = policy
  const facts: readonly (readonly [string, string])[] = [
    ['Rate', describeRate(kind, rate)],
    ...(kind === 'performance' ? [['Hurdle', hurdle === '0' ? 'None' : `${hurdle}% a year`] as const] : []),
    ['Charged', `${describeFeePeriod(period)}, ${chargesByItself ? 'by itself' : 'after a yes'}`],
    ['Receiver', receiver],
    ['Since', firstDay],
    ...ownRates.map((own) => [`Own rate of ${own.name}`, describeOwnRate(own.rate)] as const),
  ]
  return (
    <dl className={classes['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** "2026-01-06 to 2026-03-04: 2% a year, every month, to Unallocated; Ada Lund exempt" */
function describeSpan({ policy, lastDay, state }: PolicySpan): string {
  const { kind, rate, hurdle, receiver, period, ownRates, firstDay } = policy
  const days = state === 'replaced' ? `Replaced before it began on ${firstDay}` : `${firstDay} to ${lastDay ?? 'today'}`
  if (!chargesAnybody(policy)) return `${days}: no fee`
  const terms = [
    describeRate(kind, rate),
    ...(hurdle === '0' ? [] : [`hurdle ${hurdle}% a year`]),
    describeFeePeriod(period),
    `to ${receiver}`,
  ].join(', ')
  return [`${days}: ${terms}`, ...ownRates.map((own) => `${own.name} ${describeOwnRate(own.rate)}`)].join('; ')
}

interface StopButtonProps {
  readonly accountId: string
  readonly policy: FeePolicyLine
  readonly reason: string | undefined
}

function StopButton({ accountId, policy, reason }: StopButtonProps) {
  const change = useChangeBooks()
  const consequenceOf = useConsequence()
  const { kind, receiverId, period } = policy
  const name = feeNames[kind].toLowerCase()
  const stop = async () => {
    const isAccepted = await confirm({
      question: `Do you want to stop the ${name}?`,
      consequence: consequenceOf(
        'No fee counts from tomorrow on. What has accrued until then becomes due as a last charge, which you can ' +
          'waive.',
      ),
      accept: 'Stop',
      isDanger: true,
    })
    const body: NamedBody<'fund', 'saveFeePolicy'> = {
      accountId,
      kind,
      rate: '0',
      hurdle: null,
      receiverId,
      period,
      ownRates: [],
      chargesByItself: false,
    }
    if (isAccepted) change.mutate(() => api.fund.saveFeePolicy({ body }))
  }
  return (
    <DisabledReason reason={reason}>
      <Button variant="default" loading={change.isPending} onClick={() => void stop()}>
        {`Stop the ${name}`}
      </Button>
    </DisabledReason>
  )
}

// The form of a fee: its rate, what is free of it, who receives it, when it is charged, and members with a rate of
// their own, with an example that follows what is typed. Source: docs/rules/fund-fees.md, "Policies".
import type { FeePolicyLine, NamedBody } from '@clubfolio/contract'
import {
  addCalendarDays,
  feeLimits,
  sortedMemberName,
  toMarketDay,
  type FeeKind,
  type FeePeriod,
} from '@clubfolio/domain'
import { ActionIcon, Button, Checkbox, Select, Switch } from '@mantine/core'
import { IconPercentage, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { FieldLabel, FieldPair } from '../../../ui/form-layout.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { NumericInput } from '../../../ui/numeric-input.tsx'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useFundMembers } from './api.ts'
import { useChangeBooks } from './books-api.ts'
import {
  exampleGain,
  exampleManagementFee,
  exampleValue,
  feeNames,
  feePeriods,
  millionthsOfPercent,
  wirePercent,
} from './fee-words.ts'
import { useFundRights, WaitNote } from './fund-rights.tsx'
import classes from '../fund.module.css'

export interface FeePolicyModalProps {
  readonly accountId: string
  readonly marketDay: string
  readonly kind: FeeKind
  /** The last terms of this fee, which fill the form in. */
  readonly last: FeePolicyLine | undefined
  readonly onClose: () => void
}

interface OwnRate {
  readonly key: number
  readonly memberId: string | null
  readonly rate: string
  readonly isExempt: boolean
}

interface PolicyValues {
  readonly rate: string
  readonly hurdle: string
  readonly receiverId: string
  readonly period: FeePeriod
  readonly ownRates: readonly OwnRate[]
  readonly chargesByItself: boolean
}

/** Says what is wrong with a percentage, or undefined: `percentFault('', 100_000n, 'rate')` is "Enter the rate." */
function percentFault(typed: string, maximumMillionths: bigint, name: string): string | undefined {
  if (typed.trim() === '') return `Enter the ${name}.`
  const millionths = millionthsOfPercent(wirePercent(typed))
  if (millionths === undefined) return 'Enter a percentage with at most 4 decimals.'
  return millionths > maximumMillionths ? `At most ${maximumMillionths / 10_000n}%.` : undefined
}

function ownRateFaults({ memberId, rate, isExempt }: OwnRate, all: readonly OwnRate[], kind: FeeKind) {
  return {
    member:
      memberId === null
        ? 'Choose the member.'
        : all.filter((other) => other.memberId === memberId).length > 1
          ? 'This member has a rate of their own already.'
          : undefined,
    rate: isExempt ? undefined : percentFault(rate, feeLimits[kind], 'rate'),
  }
}

const firstValues = (accountId: string, last: FeePolicyLine | undefined): PolicyValues => ({
  rate: last && last.rate !== '0' ? last.rate : '',
  hurdle: last && last.hurdle !== '0' ? last.hurdle : '',
  receiverId: last?.receiverId ?? accountId,
  period: last?.period ?? 'quarter',
  chargesByItself: last?.chargesByItself ?? false,
  ownRates: (last?.ownRates ?? []).map(({ memberId, rate }, key) => ({
    key,
    memberId,
    rate: rate === '0' ? '' : rate,
    isExempt: rate === '0',
  })),
})

export function FeePolicyModal({ accountId, marketDay, kind, last, onClose }: FeePolicyModalProps) {
  const members = useFundMembers(accountId)
  const { secondPersonFrom } = useFundRights()
  const [initialValues] = useState(() => firstValues(accountId, last))
  const form = useCheckedForm<PolicyValues>({
    initialValues,
    ownErrors: ({ rate, hurdle, ownRates }) => ({
      rate: percentFault(rate, feeLimits[kind], 'rate'),
      hurdle: kind === 'management' || hurdle === '' ? undefined : percentFault(hurdle, feeLimits.hurdle, 'hurdle'),
      ownRates: ownRates.some((own) => Object.values(ownRateFaults(own, ownRates, kind)).some(Boolean))
        ? 'Complete the own rates.'
        : undefined,
    }),
    refusalFields: { feeRateTooHigh: 'rate', feeHolderTwice: 'ownRates' },
  })
  const change = useChangeBooks(onClose)
  const { rate, hurdle, receiverId, period, ownRates, chargesByItself } = form.values
  const people = (members.data ?? []).map((one) => ({ value: one.id, label: sortedMemberName(one) }))
  const firstDay = addCalendarDays(toMarketDay(marketDay), 1)
  const save = form.submit((values) => {
    const body: NamedBody<'fund', 'saveFeePolicy'> = {
      accountId,
      kind,
      rate: wirePercent(values.rate),
      hurdle: kind === 'performance' && values.hurdle !== '' ? wirePercent(values.hurdle) : null,
      receiverId: values.receiverId,
      period: values.period,
      chargesByItself: values.chargesByItself,
      ownRates: values.ownRates.map((own) => ({
        memberId: own.memberId ?? '',
        rate: own.isExempt ? '0' : wirePercent(own.rate),
      })),
    }
    return change.mutateAsync(() => api.fund.saveFeePolicy({ body }, { inForm: true }))
  })
  return (
    <FormModal
      title={feeNames[kind]}
      icon={IconPercentage}
      size="medium"
      submit={last ? 'Change the fee' : 'Set the fee'}
      openCount={form.openCount}
      isSubmitting={change.isPending}
      isDirty={form.isDirty()}
      onSubmit={save}
      onClose={onClose}
    >
      <p className={classes['example']}>
        {kind === 'management'
          ? "A yearly percentage of each member's value, counted for each day."
          : 'A percentage of what each payment has gained above its mark: the highest unit value at which a ' +
            'performance fee was charged on it, at first the unit value paid.'}
      </p>
      <FieldPair>
        <NumericInput
          label={kind === 'management' ? 'Rate a year' : 'Rate of the gain'}
          description={`At most ${feeLimits[kind] / 10_000n}%, with up to 4 decimals.`}
          withAsterisk
          suffix="%"
          data-autofocus
          {...form.field('rate')}
        />
        {kind === 'performance' ? (
          <NumericInput
            label="Hurdle a year"
            description="The yearly gain that is free of the fee. Empty: none."
            suffix="%"
            {...form.field('hurdle')}
          />
        ) : (
          <PeriodField {...form.field('period')} />
        )}
      </FieldPair>
      <Example kind={kind} rate={rate} hurdle={hurdle} period={period} />
      <FieldPair>
        {kind === 'performance' ? <PeriodField {...form.field('period')} /> : null}
        <Select
          label="Receiver"
          description="Gets the units of the fee, and pays none."
          searchable
          allowDeselect={false}
          data={[{ value: accountId, label: 'Unallocated (the owner of the account)' }, ...people]}
          {...form.field('receiverId')}
        />
      </FieldPair>
      <Switch
        label="Charge by itself"
        description={
          secondPersonFrom === null
            ? 'Each charge is made right after the last close of its period, without your confirmation. You can ' +
              'reverse the last one.'
            : 'Clubfolio asks for each charge right after the last close of its period; an approver approves it.'
        }
        checked={chargesByItself}
        onChange={(event) => form.setFieldValue('chargesByItself', event.currentTarget.checked)}
      />
      <OwnRateFields
        kind={kind}
        people={people.filter(({ value }) => value !== receiverId)}
        rates={ownRates}
        isShown={form.errorOf('ownRates') !== undefined}
        onChange={(next) => form.setFieldValue('ownRates', next)}
        onLeave={() => form.leave('ownRates')}
      />
      <p className={classes['example']}>
        {secondPersonFrom === null ? `It begins on ${firstDay}. ` : 'It begins on the day after its approval. '}
        Nothing reaches back: days before it are charged at their own terms, or not at all.
      </p>
      <p className={classes['example']}>
        A large payment on the day of a period end postpones part of a fee. Units that are given to an exempt member pay
        less.
      </p>
      <WaitNote />
    </FormModal>
  )
}

function PeriodField(props: {
  readonly value: FeePeriod
  readonly onChange: (value: FeePeriod | null) => void
  readonly error: string | undefined
  readonly onBlur: () => void
}) {
  return (
    <Select
      label="Charged"
      description="At the last close of each period."
      allowDeselect={false}
      data={feePeriods.map(({ value, label }) => ({ value, label }))}
      {...props}
    />
  )
}

interface ExampleProps extends Pick<PolicyValues, 'rate' | 'hurdle' | 'period'> {
  readonly kind: FeeKind
}

/** What the fee typed so far would be; nothing while the rate is missing or too high. */
function Example({ kind, rate, hurdle, period }: ExampleProps) {
  const format = useFormatAmount()
  const typed = wirePercent(rate)
  const rateMillionths = millionthsOfPercent(typed)
  const hurdleMillionths = millionthsOfPercent(hurdle === '' ? '0' : wirePercent(hurdle))
  if (rateMillionths === undefined || rateMillionths > feeLimits[kind] || hurdleMillionths === undefined) return null
  const days = feePeriods.find(({ value }) => value === period)?.days ?? 31
  if (kind === 'management')
    return (
      <p className={classes['example']} aria-live="polite">
        {`Example: ${typed}% of ${format(exampleValue)} for ${days} days is ` +
          `${format(exampleManagementFee(exampleValue, rateMillionths, days))}.`}
      </p>
    )
  const { freeCents, gainCents, feeCents } = exampleGain(rateMillionths, hurdleMillionths)
  return (
    <p className={classes['example']} aria-live="polite">
      {`Example: 100 units were bought a year ago at ${format(1000n)} and are worth ${format(1200n)} each. `}
      {hurdleMillionths === 0n ? '' : `With the hurdle, a unit pays above ${format(freeCents)}. `}
      {gainCents === 0n
        ? 'There is no gain above it, so nothing is charged.'
        : `The gain is ${format(gainCents)}; ${typed}% of it is ${format(feeCents)}.`}
    </p>
  )
}

interface OwnRateFieldsProps {
  readonly kind: FeeKind
  readonly people: ReadonlyArray<{ readonly value: string; readonly label: string }>
  readonly rates: readonly OwnRate[]
  /** Errors are shown once a field was left, or the form was sent. */
  readonly isShown: boolean
  readonly onChange: (rates: readonly OwnRate[]) => void
  readonly onLeave: () => void
}

function OwnRateFields({ kind, people, rates, isShown, onChange, onLeave }: OwnRateFieldsProps) {
  const edit = (key: number, change: Partial<OwnRate>) =>
    onChange(rates.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const add = () => {
    const key = Math.max(-1, ...rates.map((one) => one.key)) + 1
    onChange([...rates, { key, memberId: null, rate: '', isExempt: false }])
  }
  return (
    <section aria-label="Members with a rate of their own">
      <FieldLabel>Members with a rate of their own</FieldLabel>
      {rates.length === 0 ? <p className={classes['example']}>None: every member pays the rate above.</p> : null}
      {rates.map((own, index) => {
        const faults = isShown ? ownRateFaults(own, rates, kind) : undefined
        const name = people.find(({ value }) => value === own.memberId)?.label ?? `row ${index + 1}`
        return (
          <div key={own.key} className={classes['ownRate']}>
            <Select
              aria-label={`Member of row ${index + 1}`}
              placeholder="Choose the member"
              searchable
              data={[...people]}
              value={own.memberId}
              onChange={(memberId) => edit(own.key, { memberId })}
              onBlur={onLeave}
              error={faults?.member}
            />
            <NumericInput
              aria-label={`Own rate of ${name}`}
              suffix="%"
              disabled={own.isExempt}
              value={own.isExempt ? '0' : own.rate}
              onChange={(rate) => edit(own.key, { rate })}
              onBlur={onLeave}
              error={faults?.rate}
            />
            <Checkbox
              label="Exempt"
              aria-label={`${name} is exempt`}
              checked={own.isExempt}
              onChange={(event) => edit(own.key, { isExempt: event.currentTarget.checked })}
            />
            <ActionIcon
              size={26}
              aria-label={`Remove the own rate of ${name}`}
              onClick={() => onChange(rates.filter((one) => one.key !== own.key))}
            >
              <IconX size={16} stroke={1.6} />
            </ActionIcon>
          </div>
        )
      })}
      <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} stroke={1.6} />} onClick={add}>
        Add a member
      </Button>
    </section>
  )
}

// The charge that is due: its calculation per holder and lot, and the choice to charge or to waive it. Nothing is
// booked before. Source: docs/rules/fund-fees.md, "Nothing by itself".
import { fundFeeRoutes, type Approval, type ChargeCalculation, type NamedBody } from '@clubfolio/contract'
import { toCents } from '@clubfolio/domain'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useChangeBooks } from './books-api.ts'
import { ChargeTable } from './charge-table.tsx'
import { useChargePreview } from './fees-api.ts'
import { useConsequence, useFundRights, WaitNote } from './fund-rights.tsx'
import classes from '../fund.module.css'

export interface DueChargeProps {
  readonly accountId: string
  /** Ends of periods without a charge, oldest first; at least one. */
  readonly open: readonly string[]
  /** What waits for a second person. */
  readonly waiting: readonly Approval[]
}

export function DueCharge({ accountId, open, waiting }: DueChargeProps) {
  const endDay = open[0] ?? ''
  const preview = useChargePreview(accountId, endDay)
  const later = open.slice(1)
  return (
    <section aria-label="Due charge">
      <h3 className={classes['heading']}>{`Fees due for the period that ended on ${endDay}`}</h3>
      {later.length > 0 ? (
        <p className={classes['none']}>
          {later.length === 1
            ? `The period that ended on ${later[0]} comes after it.`
            : `${later.length} more periods come after it, up to the one that ended on ${later.at(-1)}.`}
        </p>
      ) : null}
      {preview.isError ? (
        <FailedQuery query={preview} title="The charge could not be calculated" />
      ) : preview.data ? (
        <>
          <ChargeTable accountId={accountId} calculation={preview.data} />
          <Decision accountId={accountId} calculation={preview.data} waiting={waiting} />
        </>
      ) : (
        <Skeleton height={160} />
      )}
    </section>
  )
}

interface DecisionProps {
  readonly accountId: string
  readonly calculation: ChargeCalculation
  readonly waiting: readonly Approval[]
}

function Decision({ accountId, calculation, waiting }: DecisionProps) {
  const { isOwner } = useFundRights()
  const [isWaiving, setWaiving] = useState(false)
  const change = useChangeBooks()
  const consequenceOf = useConsequence()
  const format = useFormatAmount()
  const { endDay, total, lines } = calculation
  if (!isOwner) return <p className={classes['none']}>Only the owner of the fund sets, charges and waives fees.</p>
  const reason = waiting.some(({ kind }) => kind === 'FEE_CHARGE')
    ? 'What was asked for waits for a second person'
    : undefined
  const charge = async () => {
    const isAccepted = await confirm({
      question: `Do you want to charge ${format(total)} for the period that ended on ${endDay}?`,
      consequence: consequenceOf(
        'Units worth the fees move from the holders to the receiver. No cash moves, and the unit value stays.',
      ),
      accept: 'Charge',
    })
    const body = { accountId, endDay, isWaived: false, total }
    if (isAccepted) change.mutate(() => api.fund.chargeFees({ body }, { inForm: true }))
  }
  return (
    <>
      {change.isError ? (
        <p role="alert" className={classes['refused']}>
          {change.error.message}
        </p>
      ) : null}
      <div className={classes['choose']}>
        <DisabledReason reason={reason}>
          <Button loading={change.isPending} onClick={() => void charge()}>
            {lines.length === 0 ? 'Settle without a fee' : `Charge ${format(total)}`}
          </Button>
        </DisabledReason>
        <DisabledReason reason={reason}>
          <Button variant="default" disabled={change.isPending} onClick={() => setWaiving(true)}>
            Waive
          </Button>
        </DisabledReason>
      </div>
      {reason === undefined ? <WaitNote /> : null}
      {isWaiving ? <WaiveModal accountId={accountId} endDay={endDay} onClose={() => setWaiving(false)} /> : null}
    </>
  )
}

const schema = fundFeeRoutes.chargeFees.body.pick({ reason: true })

interface WaiveModalProps {
  readonly accountId: string
  readonly endDay: string
  readonly onClose: () => void
}

function WaiveModal({ accountId, endDay, onClose }: WaiveModalProps) {
  const form = useCheckedForm({
    initialValues: { reason: '' },
    schema,
    ownErrors: ({ reason }) => ({ reason: reason.trim() === '' ? 'Enter why the fees are waived.' : undefined }),
    refusalFields: { waiveReasonMissing: 'reason' },
  })
  const change = useChangeBooks(onClose)
  return (
    <FormModal
      title="Waive the fees"
      subject={`period that ended on ${endDay}`}
      icon={IconReceiptOff}
      submit="Waive"
      isDanger
      openCount={form.openCount}
      isSubmitting={change.isPending}
      isDirty={form.isDirty()}
      onSubmit={form.submit(({ reason }) => {
        const body: NamedBody<'fund', 'chargeFees'> = {
          accountId,
          endDay,
          isWaived: true,
          total: toCents(0n),
          reason: reason.trim(),
        }
        return change.mutateAsync(() => api.fund.chargeFees({ body }, { inForm: true }))
      })}
      onClose={onClose}
    >
      <p className={classes['example']}>
        Nobody pays for this period, now or later. The marks of a performance fee move as if it had been charged.
      </p>
      <TextInput
        label="Reason"
        description="It stays with the charge, for everybody who reads the books."
        withAsterisk
        data-autofocus
        {...form.textField('reason')}
      />
      <WaitNote />
    </FormModal>
  )
}

// The charges of a fund, newest first: what each took, its calculation, and the reversal of the last one.
import type { Approval, FundFees } from '@clubfolio/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { Chip } from '../../../ui/chip.tsx'
import { confirmWithReason } from '../../../ui/confirm.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { useFormatAmount } from '../../../ui/figure/currency.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { useChangeBooks } from './books-api.ts'
import { ChargeTable } from './charge-table.tsx'
import { useCharge } from './fees-api.ts'
import { useConsequence, useFundRights } from './fund-rights.tsx'
import classes from '../fund.module.css'

type ListedCharge = FundFees['charges'][number]

export interface ChargeListProps {
  readonly accountId: string
  readonly charges: readonly ListedCharge[]
  readonly waiting: readonly Approval[]
}

export function ChargeList({ accountId, charges, waiting }: ChargeListProps) {
  const { isOwner } = useFundRights()
  const [shown, setShown] = useState<ListedCharge>()
  const format = useFormatAmount()
  // The lines that were booked before a charge are reversed with it.
  const last = charges.find(({ isReversed }) => !isReversed)
  const lastWhole = charges.find((one) => !one.isReversed && !one.isPart && one.endDay === last?.endDay) ?? last
  return (
    <section aria-label="Charges">
      <h3 className={classes['heading']}>Charges</h3>
      {charges.length === 0 ? (
        <p className={classes['none']}>Nothing is charged yet. Each charge stays here with its calculation.</p>
      ) : null}
      <ScrollArea role="group" label="Charges" className={classes['choices']}>
        {charges.map((one) => (
          <div key={one.id} className={classes['chargeLine']} data-off={one.isReversed || undefined}>
            <span>{one.endDay}</span>
            <span>{chargeWords(one)}</span>
            {one.isReversed ? <Chip>Reversed</Chip> : one.isWaived ? <Chip tone="warn">Waived</Chip> : null}
            <span>{one.isReversed ? <del>{format(one.total)}</del> : format(one.total)}</span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${chargeWords(one)}, ${one.endDay}: calculation`}
              onClick={() => setShown(one)}
            >
              Calculation
            </Button>
            {isOwner && one === lastWhole ? (
              <ReverseCharge accountId={accountId} charge={one} waiting={waiting} />
            ) : null}
          </div>
        ))}
      </ScrollArea>
      {shown ? <ChargeModal accountId={accountId} charge={shown} onClose={() => setShown(undefined)} /> : null}
    </section>
  )
}

const chargeWords = ({ isPart, isWaived }: ListedCharge): string =>
  isPart ? 'Lines of members who took money out before the others' : isWaived ? 'No fee' : 'Fees of the period'

interface ReverseChargeProps {
  readonly accountId: string
  readonly charge: ListedCharge
  readonly waiting: readonly Approval[]
}

function ReverseCharge({ accountId, charge, waiting }: ReverseChargeProps) {
  const change = useChangeBooks()
  const consequenceOf = useConsequence()
  const reverse = async () => {
    const reason = await confirmWithReason({
      question: `Do you want to reverse the charge of ${charge.endDay}?`,
      consequence: consequenceOf(
        'The units go back to the holders, with the lines that were booked before it, and the period is due again. ' +
          'The charge stays in the books as reversed.',
      ),
      accept: 'Reverse',
      isDanger: true,
    })
    const body = { accountId, endDay: charge.endDay, reason }
    if (reason !== undefined) change.mutate(() => api.fund.reverseCharge({ body }))
  }
  const isWaiting = waiting.some(({ kind }) => kind === 'FEE_CHARGE_REVERSAL')
  return (
    <DisabledReason reason={isWaiting ? 'Its reversal waits for a second person' : undefined}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Reverse the charge of ${charge.endDay}`}
        loading={change.isPending}
        onClick={() => void reverse()}
      >
        Reverse
      </Button>
    </DisabledReason>
  )
}

interface ChargeModalProps {
  readonly accountId: string
  readonly charge: ListedCharge
  readonly onClose: () => void
}

function ChargeModal({ accountId, charge, onClose }: ChargeModalProps) {
  const read = useCharge(accountId, charge.id)
  const { data, isError } = read
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Calculation of the charge"
      subject={`period that ended on ${charge.endDay}`}
      icon={IconReceipt}
      size="graph"
    >
      {isError ? (
        <FailedQuery query={read} title="The charge could not be loaded" />
      ) : data ? (
        <>
          {data.isWaived ? (
            <p className={classes['waits']}>{`Waived${data.reason === null ? '.' : `: ${data.reason}`}`}</p>
          ) : null}
          {charge.isReversed ? <p className={classes['waits']}>Reversed. It no longer counts.</p> : null}
          <ChargeTable accountId={accountId} calculation={data} />
        </>
      ) : (
        <Skeleton height={200} />
      )}
    </Modal>
  )
}

// Transfers units between holders without cash: a gift, an inheritance, capital of Unallocated given to a member.
import type { NamedBody } from '@clubfolio/contract'
import { fundBookRoutes, type FundBooks } from '@clubfolio/contract'
import { parseCents, sortedMemberName } from '@clubfolio/domain'
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { z } from 'zod'
import { api } from '../../../kernel/api.ts'
import { DayPicker } from '../../../ui/day-picker.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { useAmountAffix, useFormatAmount } from '../../../ui/figure/currency.tsx'
import { NumericInput } from '../../../ui/numeric-input.tsx'
import { wireDollars } from '../../../ui/schema-errors.ts'
import { type FieldErrors, useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useFundMembers } from './api.ts'
import { costRefusalFields, useChangeBooks, useTransferPreview } from './books-api.ts'
import { LeavingFeeLine } from './leaving-fee.tsx'
import { MoneyTransfers } from './money-transfers.tsx'
import { formatHalfEven } from './quantity.ts'
import { useFundRights, WaitNote } from './fund-rights.tsx'
import { ReverseButton } from './reverse-button.tsx'
import classes from '../fund.module.css'

const { shape } = fundBookRoutes.recordTransfer.body
const schema = z.object({ date: shape.date, description: shape.description })

interface TransferValues {
  readonly date: string | null
  readonly from: string | null
  readonly to: string | null
  readonly measure: 'amount' | 'units'
  /** An amount or units, by the measure. */
  readonly size: string
  readonly description: string
}

/** The holders, and the size by its measure: the call takes either an amount or units. */
function transferErrors({ from, to, measure, size }: TransferValues): FieldErrors<TransferValues> {
  const sized =
    measure === 'amount' ? shape.amount.unwrap().safeParse(wireDollars(size)) : shape.units.unwrap().safeParse(size)
  return {
    from: from === null ? 'Choose the holder who gives the units.' : undefined,
    to:
      to === null
        ? 'Choose the holder who receives the units.'
        : to === from
          ? 'Choose two different holders.'
          : undefined,
    size: sized.error?.issues[0]?.message,
  }
}

export function TransferView({ books, marketDay }: { readonly books: FundBooks; readonly marketDay: string }) {
  const members = useFundMembers(books.accountId)
  const { mayRecord } = useFundRights()
  const format = useFormatAmount()
  const affix = useAmountAffix()
  const form = useCheckedForm<TransferValues>({
    initialValues: { date: marketDay, from: null, to: null, measure: 'amount', size: '', description: '' },
    schema,
    toInput: ({ date, description }) => ({ date, description }),
    ownErrors: transferErrors,
    refusalFields: { ...costRefusalFields, sameHolder: 'to' },
  })
  const { from, measure } = form.values
  const change = useChangeBooks(() => form.clear('size', 'description'))
  const holders = [
    { value: books.accountId, label: 'Unallocated' },
    ...(members.data ?? []).map((one) => ({ value: one.id, label: sortedMemberName(one) })),
  ]
  const toBody = ({ date, to, size, description }: TransferValues): NamedBody<'fund', 'recordTransfer'> => ({
    accountId: books.accountId,
    date: date ?? marketDay,
    fromMemberId: from ?? '',
    toMemberId: to ?? '',
    description: description.trim(),
    amount: measure === 'amount' ? parseCents(size)! : undefined,
    units: measure === 'amount' ? undefined : size,
  })
  const record = form.submit((values) =>
    change.mutateAsync(() => api.fund.recordTransfer({ body: toBody(values) }, { inForm: true })),
  )
  // Only a member pays a fee on what they give.
  const isGift = form.openCount === 0 && from !== books.accountId
  const preview = useTransferPreview(isGift ? toBody(form.values) : undefined)
  return (
    <>
      {mayRecord ? (
        <>
          <form className={classes['fields']} noValidate onSubmit={record}>
            <Select label="From" placeholder="Choose" withAsterisk searchable data={holders} {...form.field('from')} />
            <Select
              label="To"
              placeholder="Choose"
              withAsterisk
              searchable
              data={holders.filter((one) => one.value !== from)}
              {...form.field('to')}
            />
            <DayPicker label="Date" isRequired maxDay={marketDay} {...form.field('date')} />
            <div>
              <SegmentedControl
                fullWidth
                aria-label="Measured by"
                data={[
                  { value: 'amount', label: 'Amount' },
                  { value: 'units', label: 'Units' },
                ]}
                value={measure}
                onChange={(value) => form.setFieldValue('measure', value)}
              />
            </div>
            <NumericInput
              label={measure === 'amount' ? 'Amount' : 'Units'}
              withAsterisk
              {...(measure === 'amount' ? affix : {})}
              {...form.field('size')}
            />
            <TextInput label="Description" withAsterisk {...form.textField('description')} />
            <DisabledReason
              reason={form.openCount === 0 ? undefined : 'Choose two holders, a day, a size and a description'}
            >
              <Button type="submit" loading={change.isPending}>
                Record transfer
              </Button>
            </DisabledReason>
          </form>
          <p className={classes['none']}>
            No cash moves. The units are transferred at the day's unit value, before the other entries of that day.
          </p>
          {preview.isError ? <p className={classes['none']}>{preview.error.message}</p> : null}
          <LeavingFeeLine leaving={isGift ? preview.data?.leaving : undefined} isTransfer />
          <WaitNote />
        </>
      ) : books.transfers.length === 0 ? (
        <p className={classes['none']}>No transfer is recorded.</p>
      ) : null}
      <MoneyTransfers transfers={books.moneyTransfers} />
      <section>
        {books.transfers.map((one) => (
          <div key={one.id} className={classes['line']}>
            <span>{one.day}</span>
            <span>{`${one.from} → ${one.to} · ${one.description}`}</span>
            <span>{one.amount === null ? `${formatHalfEven(one.units ?? '0', 4)} units` : format(one.amount)}</span>
            <ReverseButton
              accountId={books.accountId}
              id={one.id}
              what="transfer"
              consequence="The units go back to the holder who gave them."
            />
          </div>
        ))}
      </section>
    </>
  )
}

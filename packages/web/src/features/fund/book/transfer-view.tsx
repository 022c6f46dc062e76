// Transfers units between holders without cash: a gift, an inheritance, capital of Unallocated given to a member.
import type { FundBooks, NamedBody } from '@clubfolio/contract'
import { sortedMemberName, parseCents } from '@clubfolio/domain'
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { DayPicker } from '../../../ui/day-picker.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { NumericInput } from '../../../ui/numeric-input.tsx'
import { useMembers } from '../member/api.ts'
import { useChangeBooks } from './books-api.ts'
import { MoneyTransfers } from './money-transfers.tsx'
import { formatQuantity } from './quantity.ts'
import { ReverseButton } from './reverse-button.tsx'
import classes from '../fund.module.css'

export function TransferView({ books, marketDay }: { readonly books: FundBooks; readonly marketDay: string }) {
  const members = useMembers()
  const [date, setDate] = useState<string | null>(marketDay)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const [measure, setMeasure] = useState<'amount' | 'units'>('amount')
  const [size, setSize] = useState('')
  const [description, setDescription] = useState('')
  const change = useChangeBooks(() => {
    setSize('')
    setDescription('')
  })
  const holders = [
    { value: books.accountId, label: 'Unallocated' },
    ...(members.data ?? []).map((one) => ({ value: one.id, label: sortedMemberName(one) })),
  ]
  const cents = parseCents(size)
  const isSized =
    measure === 'amount' ? cents !== undefined && cents > 0n : /^\d{1,12}(\.\d{1,8})?$/.test(size) && /[1-9]/.test(size)
  const isComplete =
    date !== null && from !== null && to !== null && from !== to && isSized && description.trim() !== ''
  const record = () => {
    if (!isComplete) return
    const body: NamedBody<'fund', 'recordTransfer'> = {
      accountId: books.accountId,
      date,
      fromMemberId: from,
      toMemberId: to,
      description: description.trim(),
      amount: measure === 'amount' ? cents! : undefined,
      units: measure === 'amount' ? undefined : size,
    }
    change.mutate(() => api.fund.recordTransfer({ body }))
  }
  return (
    <>
      <form
        className={classes['fields']}
        onSubmit={(event) => {
          event.preventDefault()
          record()
        }}
      >
        <Select
          label="From"
          placeholder="Choose"
          withAsterisk
          searchable
          data={holders}
          value={from}
          onChange={setFrom}
        />
        <Select
          label="To"
          placeholder="Choose"
          withAsterisk
          searchable
          data={holders.filter((one) => one.value !== from)}
          value={to}
          onChange={setTo}
        />
        <DayPicker label="Date" isRequired value={date} onChange={setDate} maxDay={marketDay} />
        <div>
          <SegmentedControl
            fullWidth
            aria-label="Measured by"
            data={[
              { value: 'amount', label: 'Amount' },
              { value: 'units', label: 'Units' },
            ]}
            value={measure}
            onChange={(value) => setMeasure(value)}
          />
        </div>
        <NumericInput
          label={measure === 'amount' ? 'Amount' : 'Units'}
          withAsterisk
          {...(measure === 'amount' ? { prefix: '$' } : {})}
          value={size}
          onChange={setSize}
        />
        <TextInput
          label="Description"
          withAsterisk
          maxLength={500}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <DisabledReason reason={isComplete ? undefined : 'Choose two holders, a day, a size and a description'}>
          <Button type="submit" loading={change.isPending}>
            Record transfer
          </Button>
        </DisabledReason>
      </form>
      <p className={classes['none']}>
        It moves no cash. Units change hands at the unit value of the day, before the day's other entries.
      </p>
      <MoneyTransfers transfers={books.moneyTransfers} />
      <section>
        {books.transfers.map((one) => (
          <div key={one.id} className={classes['line']}>
            <span>{one.day}</span>
            <span>{`${one.from} → ${one.to} · ${one.description}`}</span>
            <span>
              {one.amount === null ? `${formatQuantity(one.units ?? '0', 4)} units` : formatMoney(one.amount)}
            </span>
            <ReverseButton
              accountId={books.accountId}
              id={one.id}
              what="transfer"
              consequence="The units go back to the giver."
            />
          </div>
        ))}
      </section>
    </>
  )
}

// Costs that all holders bear by units: paid from the account, or by a member.
import type { FundBooks, NamedBody } from '@clubfolio/contract'
import { sortedMemberName, parseCents } from '@clubfolio/domain'
import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { Chip } from '../../../ui/chip.tsx'
import { DayPicker } from '../../../ui/day-picker.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { NumericInput } from '../../../ui/numeric-input.tsx'
import { useMembers } from '../member/api.ts'
import { useChangeBooks } from './books-api.ts'
import { ReverseButton } from './reverse-button.tsx'
import classes from '../fund.module.css'

const fromAccount = 'account'

export function ExpenseView({ books, marketDay }: { readonly books: FundBooks; readonly marketDay: string }) {
  const members = useMembers()
  const [date, setDate] = useState<string | null>(marketDay)
  const [amount, setAmount] = useState('')
  const [description, setDescription] = useState('')
  const [payer, setPayer] = useState(fromAccount)
  const change = useChangeBooks(() => {
    setAmount('')
    setDescription('')
  })
  const cents = parseCents(amount)
  const isComplete = date !== null && cents !== undefined && cents > 0n && description.trim() !== ''
  const record = () => {
    if (!isComplete) return
    const body: NamedBody<'fund', 'recordExpense'> = {
      accountId: books.accountId,
      date,
      amount: cents,
      description: description.trim(),
      paidByMemberId: payer === fromAccount ? null : payer,
    }
    change.mutate(() => api.fund.recordExpense({ body }))
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
        <DayPicker label="Date" isRequired value={date} onChange={setDate} maxDay={marketDay} />
        <NumericInput label="Amount" withAsterisk prefix="$" value={amount} onChange={setAmount} />
        <Select
          label="Paid by"
          data={[
            { value: fromAccount, label: 'The account' },
            ...(members.data ?? [])
              .filter((one) => one.status === 'ACTIVATED')
              .map((one) => ({ value: one.id, label: sortedMemberName(one) })),
          ]}
          value={payer}
          onChange={(value) => setPayer(value ?? fromAccount)}
          allowDeselect={false}
        />
        <TextInput
          label="Description"
          withAsterisk
          maxLength={500}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <DisabledReason reason={isComplete ? undefined : 'Enter date, amount and description'}>
          <Button type="submit" loading={change.isPending}>
            Record expense
          </Button>
        </DisabledReason>
      </form>
      <p className={classes['none']}>
        {payer === fromAccount
          ? 'All holders bear it by units from the first close on or after its day. A fee the broker charges inside the account is result, not an expense.'
          : 'It is booked with a contribution of the same amount by the member, the two matched with each other.'}
      </p>
      <section>
        {books.expenses.map((one) => (
          <div key={one.id} className={classes['line']}>
            <span>{one.day}</span>
            <span>{one.description}</span>
            {one.isMatched ? null : <Chip tone="warn">To be matched</Chip>}
            <span>{formatMoney(one.amount)}</span>
            <ReverseButton
              accountId={books.accountId}
              id={one.id}
              what="expense"
              consequence={`${formatMoney(one.amount)} goes back to all holders by units.`}
            />
          </div>
        ))}
      </section>
    </>
  )
}

// Costs that all holders bear by units: paid from the account, or by a member.
import type { NamedBody } from '@clubfolio/contract'
import { fundBookRoutes, type FundBooks } from '@clubfolio/contract'
import { parseCents, sortedMemberName } from '@clubfolio/domain'
import { Button, Select, TextInput } from '@mantine/core'
import { api } from '../../../kernel/api.ts'
import { Chip } from '../../../ui/chip.tsx'
import { DayPicker } from '../../../ui/day-picker.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { useAmountAffix, useFormatAmount } from '../../../ui/figure/currency.tsx'
import { NumericInput } from '../../../ui/numeric-input.tsx'
import { wireDollars } from '../../../ui/schema-errors.ts'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useFundMembers } from './api.ts'
import { costRefusalFields, useChangeBooks } from './books-api.ts'
import { useFundRights, WaitNote } from './fund-rights.tsx'
import { ReverseButton } from './reverse-button.tsx'
import classes from '../fund.module.css'

const fromAccount = 'account'
const schema = fundBookRoutes.recordExpense.body.pick({ date: true, amount: true, description: true })

interface ExpenseValues {
  readonly date: string | null
  readonly amount: string
  readonly description: string
  /** A member's id, or the account. */
  readonly payer: string
}

export function ExpenseView({ books, marketDay }: { readonly books: FundBooks; readonly marketDay: string }) {
  const members = useFundMembers(books.accountId)
  const { mayRecord } = useFundRights()
  const format = useFormatAmount()
  const affix = useAmountAffix()
  const form = useCheckedForm<ExpenseValues>({
    initialValues: { date: marketDay, amount: '', description: '', payer: fromAccount },
    schema,
    toInput: (values) => ({ ...values, amount: wireDollars(values.amount) }),
    refusalFields: { ...costRefusalFields, memberInactive: 'payer' },
  })
  const change = useChangeBooks(() => form.clear('amount', 'description'))
  const { payer } = form.values
  const record = form.submit(({ date, amount, description }) => {
    const body: NamedBody<'fund', 'recordExpense'> = {
      accountId: books.accountId,
      date: date ?? marketDay,
      amount: parseCents(amount)!,
      description: description.trim(),
      paidByMemberId: payer === fromAccount ? null : payer,
    }
    return change.mutateAsync(() => api.fund.recordExpense({ body }, { inForm: true }))
  })
  return (
    <>
      {mayRecord ? (
        <>
          <form className={classes['fields']} noValidate onSubmit={record}>
            <DayPicker label="Date" isRequired maxDay={marketDay} {...form.field('date')} />
            <NumericInput label="Amount" withAsterisk {...affix} {...form.field('amount')} />
            <Select
              label="Paid by"
              data={[
                { value: fromAccount, label: 'The account' },
                ...(members.data ?? [])
                  .filter((one) => one.status === 'ACTIVATED')
                  .map((one) => ({ value: one.id, label: sortedMemberName(one) })),
              ]}
              allowDeselect={false}
              {...form.field('payer')}
            />
            <TextInput label="Description" withAsterisk {...form.textField('description')} />
            <DisabledReason reason={form.openCount === 0 ? undefined : 'Enter date, amount and description'}>
              <Button type="submit" loading={change.isPending}>
                Record expense
              </Button>
            </DisabledReason>
          </form>
          <p className={classes['none']}>
            {payer === fromAccount
              ? 'All holders share it in proportion to their units, from the first close on or after its day. A fee ' +
                'that the brokerage charges inside the account is part of the result, not an expense.'
              : 'The same amount is booked as a contribution by the member and matched with the expense.'}
          </p>
          <WaitNote />
        </>
      ) : books.expenses.length === 0 ? (
        <p className={classes['none']}>No expense is recorded.</p>
      ) : null}
      <section>
        {books.expenses.map((one) => (
          <div key={one.id} className={classes['line']}>
            <span>{one.day}</span>
            <span>{one.description}</span>
            {one.isMatched ? null : <Chip tone="warn">To be matched</Chip>}
            <span>{format(one.amount)}</span>
            <ReverseButton
              accountId={books.accountId}
              id={one.id}
              what="expense"
              consequence={`${format(one.amount)} goes back to all holders in proportion to their units.`}
            />
          </div>
        ))}
      </section>
    </>
  )
}

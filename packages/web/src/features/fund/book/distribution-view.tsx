// Distributions: an amount for all holders by units on one day. The table shows every holder's part before anything is
// booked; members can leave theirs in. Source: docs/rules/fund.md, "Distributions".
import { fundOfficeRoutes, type DistributionPreview, type FundBooks, type NamedBody } from '@clubfolio/contract'
import { parseCents } from '@clubfolio/domain'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { DayPicker } from '../../../ui/day-picker.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { useAmountAffix, useFormatAmount } from '../../../ui/figure/currency.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { NumericInput } from '../../../ui/numeric-input.tsx'
import { ScrollArea } from '../../../ui/scroll-area.tsx'
import { wireDollars } from '../../../ui/schema-errors.ts'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useChangeBooks, useDistributionPreview } from './books-api.ts'
import { ReverseButton } from './reverse-button.tsx'
import classes from '../fund.module.css'

const schema = fundOfficeRoutes.recordDistribution.body.pick({ date: true, amount: true, description: true })

interface DistributionValues {
  readonly date: string | null
  readonly amount: string
  readonly description: string
}

export function DistributionView({ books, marketDay }: { readonly books: FundBooks; readonly marketDay: string }) {
  // Who left it in last time does so again, until the owner says otherwise.
  const [leftIn, setLeftIn] = useState<readonly string[]>(() => books.distributions[0]?.leftIn ?? [])
  const format = useFormatAmount()
  const affix = useAmountAffix()
  const form = useCheckedForm<DistributionValues>({
    initialValues: { date: marketDay, amount: '', description: '' },
    schema,
    toInput: (values) => ({ ...values, amount: wireDollars(values.amount) }),
    refusalFields: {
      entryDateAhead: 'date',
      entryBeforeOpening: 'date',
      booksClosed: 'date',
      entryNotDealable: 'date',
      distributionTooLarge: 'amount',
      distributionNotCovered: 'amount',
    },
  })
  const change = useChangeBooks(() => form.clear('amount', 'description'))
  const { date, amount } = form.values
  const checked = schema.pick({ amount: true }).safeParse({ amount: wireDollars(amount) })
  const asked =
    date !== null && checked.success
      ? { accountId: books.accountId, date, amount: parseCents(amount)!, leftInIds: [...leftIn] }
      : undefined
  const preview = useDistributionPreview(asked)
  const shown = asked && !preview.isError && !preview.isPlaceholderData ? preview.data : undefined
  const record = form.submit(({ description }) => {
    if (!asked || !shown) return Promise.resolve()
    const body: NamedBody<'fund', 'recordDistribution'> = {
      ...asked,
      description: description.trim(),
      parts: shown.lines
        .filter((one) => !one.isLeftIn && one.part > 0n)
        .map((one) => ({ memberId: one.memberId, amount: one.part })),
    }
    return change.mutateAsync(() => api.fund.recordDistribution({ body }, { inForm: true }))
  })
  return (
    <>
      <form className={classes['fields']} noValidate onSubmit={record}>
        <DayPicker label="Date" isRequired maxDay={marketDay} {...form.field('date')} />
        <NumericInput label="Amount for all holders" withAsterisk {...affix} {...form.field('amount')} />
        <TextInput label="Description" withAsterisk {...form.textField('description')} />
        <DisabledReason
          reason={
            form.openCount > 0
              ? 'Enter date, amount and description'
              : shown
                ? undefined
                : 'The parts are not known yet'
          }
        >
          <Button type="submit" loading={change.isPending}>
            {shown ? `Book ${format(shown.paidOut)}` : 'Book'}
          </Button>
        </DisabledReason>
      </form>
      {preview.isError ? <p className={classes['none']}>{preview.error.message}</p> : null}
      {asked && !preview.isError && preview.data ? (
        <Parts preview={preview.data} leftIn={leftIn} onLeftIn={setLeftIn} />
      ) : (
        <p className={classes['none']}>
          The amount is split among all holders by units. Each part is booked as a retribution, all of them or none; pay
          them out and match each with its own withdrawal. Who leaves it in keeps their part in units.
        </p>
      )}
      <section>
        {books.distributions.map((one) => (
          <div key={one.id} className={classes['line']}>
            <span>{one.day}</span>
            <span>{`${one.description} · ${format(one.amount)} for all holders`}</span>
            <span>{`${format(one.paidOut)} to ${one.count}`}</span>
            <ReverseButton
              accountId={books.accountId}
              id={one.id}
              what="distribution"
              consequence={
                `All ${one.count} retributions of it are reversed; ` +
                'withdrawals that paid them need an explanation again.'
              }
            />
          </div>
        ))}
      </section>
    </>
  )
}

interface PartsProps {
  readonly preview: DistributionPreview
  readonly leftIn: readonly string[]
  readonly onLeftIn: (ids: readonly string[]) => void
}

function Parts({ preview, leftIn, onLeftIn }: PartsProps) {
  return (
    <section aria-label="Parts of the distribution">
      {preview.isPending ? (
        <p className={classes['none']}>
          It waits for the close of its day. If one part cannot be paid then, all of it is refused.
        </p>
      ) : null}
      <ScrollArea role="group" label="Parts" className={classes['choices']}>
        <table className={classes['preview']}>
          <thead>
            <tr>
              <th>Holder</th>
              <th>Part %</th>
              <th>Value</th>
              <th>Part</th>
              <th>Leaves it in</th>
            </tr>
          </thead>
          <tbody>
            {preview.lines.map((one) => (
              <tr key={one.memberId}>
                <td>{one.name}</td>
                <td>{one.percent.toFixed(2)}</td>
                <td>
                  <Money value={one.value} />
                </td>
                <td>
                  <Money value={one.part} />
                </td>
                <td>
                  <Checkbox
                    aria-label={`${one.name} leaves it in`}
                    className={classes['check'] ?? ''}
                    disabled={!one.isMember}
                    checked={!one.isMember || leftIn.includes(one.memberId)}
                    onChange={(event) =>
                      onLeftIn(
                        event.currentTarget.checked
                          ? [...leftIn, one.memberId]
                          : leftIn.filter((memberId) => memberId !== one.memberId),
                      )
                    }
                  />
                </td>
              </tr>
            ))}
            <tr data-total>
              <td>Paid out</td>
              <td />
              <td />
              <td>
                <Money value={preview.paidOut} />
              </td>
              <td />
            </tr>
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}

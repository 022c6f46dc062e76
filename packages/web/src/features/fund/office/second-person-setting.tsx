// Whether the fund asks for a second person, and from which amount, with an example of what that means.
import { parseCents, toCents, type Cents } from '@clubfolio/domain'
import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { useAmountAffix, useFormatAmount } from '../../../ui/figure/currency.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { NumericInput } from '../../../ui/numeric-input.tsx'
import { WaitNote } from '../book/fund-rights.tsx'
import { useChangeBooks } from '../book/books-api.ts'
import classes from '../fund.module.css'

const usual = '500.00'

export function SecondPersonSetting({
  accountId,
  saved,
}: {
  readonly accountId: string
  /** Null while no second person is asked for. */
  readonly saved: Cents | null
}) {
  const [isOn, setOn] = useState(saved !== null)
  const [amount, setAmount] = useState(
    saved === null ? usual : formatMoney(saved, { isPlain: true }).replaceAll(',', ''),
  )
  const affix = useAmountAffix()
  const change = useChangeBooks()
  const typed = parseCents(amount)
  const from = typed === undefined || typed < 0n ? undefined : typed
  const wanted = isOn ? from : null
  const fault =
    wanted === undefined ? 'Enter an amount from 0.00' : wanted === saved ? 'Change the setting first' : undefined
  const save = () => {
    if (wanted === undefined || fault !== undefined) return
    change.mutate(() => api.fund.setSecondPerson({ body: { accountId, from: wanted } }))
  }
  return (
    <form
      className={classes['view']}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Switch
        label="Ask for a second person"
        description="Changes of the fund wait until somebody other than their author approves them."
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <div className={classes['fields']}>
        {isOn ? (
          <NumericInput
            label="Contributions and retributions from"
            {...affix}
            value={amount}
            onChange={setAmount}
            error={from === undefined ? 'Enter an amount from 0.00.' : undefined}
          />
        ) : null}
        <DisabledReason reason={fault}>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </DisabledReason>
      </div>
      {isOn && from !== undefined ? <Example from={from} /> : null}
      <WaitNote />
    </form>
  )
}

function Example({ from }: { readonly from: Cents }) {
  const format = useFormatAmount()
  const first = toCents((from * 3n) / 5n)
  const second = toCents(from - first)
  return (
    <>
      <p className={classes['example']}>
        {from === 0n
          ? 'Example: with 0.00, every contribution and retribution waits.'
          : `Example: a contribution of ${format(from)} waits. ${format(first)} on Monday counts at once; ` +
            `${format(second)} of the same member on Thursday waits, because the amounts of one member within 7 days ` +
            'add up.'}
      </p>
      <p className={classes['example']}>
        Transfers, expenses, matches by hand, reversals, the opening, period closes, bank details, roles and this
        setting always wait. What waits expires after 14 days. What is approved is dated the day of its approval, unless
        its money moved earlier.
      </p>
    </>
  )
}

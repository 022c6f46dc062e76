// How many: shares as typed, or what an amount of dollars, a percentage of the capital or the risk to the stop pays
// for.
import type { Account } from '@clubfolio/contract'
import { isOptionCode, proposeRisk, sizeModes, type SizeMode } from '@clubfolio/domain'
import { Select } from '@mantine/core'
import { formatMoney } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'
import { NumericInput } from '../../ui/numeric-input.tsx'
import type { PreviewedOrder } from './api.ts'
import classes from './order-ticket.module.css'
import { isSizeMode, sizeModeLabels } from './size-form.ts'
import type { LeaveField } from './ticket-fields.tsx'
import { isPairOrder, type TicketForm } from './ticket-form.ts'

const modes = sizeModes.map((value) => ({ value, label: sizeModeLabels[value] }))

interface SizeModeFieldProps {
  readonly form: TicketForm
  readonly onChange: (change: Partial<TicketForm>) => void
}

export function SizeModeField({ form, onChange }: SizeModeFieldProps) {
  return (
    <Select
      label="Qty by"
      data={modes}
      value={form.sizeMode}
      disabled={form.isPair}
      allowDeselect={false}
      onChange={(value) => {
        if (!isSizeMode(value)) return
        // Shares go on with what the amount came to.
        onChange({ sizeMode: value, ...(value === 'SHARES' ? { quantity: form.quantity } : { amount: '' }) })
      }}
    />
  )
}

export const amountLabels: Readonly<Record<Exclude<SizeMode, 'SHARES'>, string>> = {
  DOLLARS: 'Dollars',
  PERCENT: '% of capital',
  RISK: 'Risk %',
}

export interface SizeFieldsProps extends SizeModeFieldProps {
  readonly account: Account | undefined
  /** The ticket opens in this field. */
  readonly isFirst: boolean
  /** The preset of the account fills it. */
  readonly isProposed: boolean
  readonly leave: LeaveField
}

export function SizeFields({ form, account, isFirst, isProposed, leave, onChange }: SizeFieldsProps) {
  const focus = isFirst ? { 'data-autofocus': true } : {}
  if (form.sizeMode === 'SHARES')
    return (
      <NumericInput
        className={classes['quantity'] ?? ''}
        label="Qty"
        {...focus}
        value={form.quantity}
        isProposed={isProposed}
        {...leave('quantity')}
        onChange={(quantity) => onChange({ quantity })}
      />
    )
  const isDollars = form.sizeMode === 'DOLLARS'
  const value = account === undefined ? '' : formatMoney(account.floatValue).replace('$', '')
  return (
    <>
      {isDollars ? null : (
        <NumericInput
          label="Capital"
          prefix="$"
          placeholder={value}
          value={form.capital}
          {...leave('capital')}
          onChange={(capital) => onChange({ capital })}
        />
      )}
      <NumericInput
        className={classes['quantity'] ?? ''}
        label={amountLabels[form.sizeMode]}
        {...focus}
        {...(isDollars ? { prefix: '$' } : { suffix: '%' })}
        {...(form.sizeMode === 'RISK' && account ? { placeholder: proposedRisk(account) } : {})}
        value={form.amount}
        isProposed={isProposed}
        {...leave('amount')}
        onChange={(amount) => onChange({ amount })}
      />
    </>
  )
}

/** A risk is proposed, never taken without being typed. */
const proposedRisk = ({ floatValue }: Account): string => String(proposeRisk(String(floatValue / 100n)))

interface SizeNoteProps {
  readonly form: TicketForm
  readonly shown: PreviewedOrder | undefined
}

/** What an amount comes to. */
export function SizeNote({ form, shown }: SizeNoteProps) {
  if (form.sizeMode === 'SHARES') return null
  const unit = isOptionCode(form.code) ? 'contract' : 'share'
  const inversion = shown && !isPairOrder(shown.order) ? shown.preview.inversion : null
  return (
    <p className={classes['hint']}>
      {form.quantity === '' ? (
        form.sizeMode === 'RISK' ? (
          'The risk, the price and the stop give the quantity.'
        ) : (
          'The amount and the price give the quantity.'
        )
      ) : (
        <>
          {'= '}
          <output aria-label="Qty of the order">
            <strong>{`${formatCount(Number(form.quantity))} ${unit}${form.quantity === '1' ? '' : 's'}`}</strong>
          </output>
          {inversion === null ? '' : ` · ${formatMoney(inversion)}`}
        </>
      )}
    </p>
  )
}

// The fields of a ticket, next to the order's effect.
import { findOrderType, orderTypeRules, ticketOrderTypes } from '@clubfolio/domain'
import { type Account, findPriceField } from '@clubfolio/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { Button, Input, Select, SegmentedControl, Switch } from '@mantine/core'
import { useState } from 'react'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { isInvalidNumber } from '../../ui/plain-number.ts'
import { accountLabel } from '../account/account-label.ts'
import { whyNoOrder } from '../account/why-no-order.ts'
import { type PreviewedOrder, useTicketQuote } from './api.ts'
import { CodeField } from './code-field.tsx'
import classes from './order-ticket.module.css'
import { OrderEffect } from './order-effect.tsx'
import { TrailFields } from './trail-fields.tsx'
import {
  canHaveCancelPrice,
  canHaveStop,
  durationOf,
  isCode,
  type TicketFaults,
  type TicketForm,
} from './ticket-form.ts'
import { TicketQuote } from './ticket-quote.tsx'

/** A typed code is quoted when the typing pauses. */
const typingMs = 350

export interface TicketFieldsProps {
  readonly form: TicketForm
  readonly faults: TicketFaults
  readonly accounts: readonly Account[]
  readonly onChange: (change: Partial<TicketForm>) => void
  /** The preview of these fields; while they change, the preview of the previous order. */
  readonly shown: PreviewedOrder | undefined
  readonly isCurrent: boolean
  readonly previewFailure: string | undefined
  readonly isPreviewing: boolean
  readonly onCancel: () => void
  readonly onReview: () => void
}

const sides = [
  { value: 'BUY', label: 'Buy' },
  { value: 'SELL', label: 'Sell' },
  { value: 'SELL_SHORT', label: 'Sell short' },
] as const
const types = ticketOrderTypes.map((value) => ({ value, label: orderTypeRules[value].label }))
const durations = [
  { value: 'GOOD_TILL_CANCEL', label: 'GTC' },
  { value: 'DAY', label: 'Day' },
] as const

export function TicketFields({
  form,
  faults,
  accounts,
  onChange,
  shown,
  isCurrent,
  previewFailure,
  isPreviewing,
  onCancel,
  onReview,
}: TicketFieldsProps) {
  // A field shows its error after it has lost focus.
  const [left, setLeft] = useState<ReadonlySet<keyof TicketForm>>(new Set())
  const leave = (field: keyof TicketForm) => ({
    onBlur: () => setLeft((before) => new Set([...before, field])),
    error: left.has(field) ? faults[field] : undefined,
  })
  const isWhole = isCode(form.code)
  // The beginning of a company's name may look like a code: until it is entered, nothing is missing.
  const [typedCode, setTypedCode] = useState<string>()
  const [enteredCode, setEnteredCode] = useState<string>()
  const isEntered = form.code !== typedCode || form.code === enteredCode
  const [settledCode] = useDebouncedValue(form.code, typingMs)
  const quote = useTicketQuote(isWhole && settledCode === form.code ? form.code : undefined, form.accountNumber)
  const previewed = shown?.order.ticket === form.code ? shown.preview.lastPrice : null
  const last = quote ? String(quote.last) : previewed
  const openCount = Object.keys(faults).length
  const rule = orderTypeRules[form.orderType]
  const priceField = findPriceField(form.orderType, 'price')
  const limitField = findPriceField(form.orderType, 'limitPrice')
  const trailField = findPriceField(form.orderType, 'trail')
  const hasStop = form.hasStop && canHaveStop(form.directionality)
  const blocked = isCurrent ? (shown?.preview.faults[0] ?? shown?.preview.breaches[0]) : undefined
  // The obstacle itself is among the warnings above.
  const reason =
    whyNoOrder(accounts.find(({ number }) => number === form.accountNumber)) ??
    (openCount > 0
      ? openCount === 1
        ? '1 field needs attention'
        : `${openCount} fields need attention`
      : blocked && 'This order cannot be sent')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === undefined) onReview()
      }}
    >
      <div className={classes['ticket']}>
        <div className={classes['fields']}>
          <div className={classes['pair']}>
            <Select
              label="Account"
              data={accounts.map((account) => ({ value: account.number, label: accountLabel(account) }))}
              value={form.accountNumber === '' ? null : form.accountNumber}
              allowDeselect={false}
              error={faults.accountNumber && accounts.length === 0 ? 'Link an account first.' : undefined}
              onChange={(accountNumber) => onChange({ accountNumber: accountNumber ?? '' })}
            />
            <CodeField
              value={form.code}
              isQuoted={quote !== null && quote !== undefined}
              {...leave('code')}
              onEnter={setEnteredCode}
              onChange={(code) => {
                setTypedCode(code)
                onChange({ code })
              }}
            />
          </div>
          <TicketQuote
            code={isWhole && (isEntered || quote !== null) ? form.code : undefined}
            name={shown?.order.ticket === form.code ? shown.preview.name : null}
            quote={quote}
          />
          <div className={classes['sideAndQuantity']}>
            <Input.Wrapper label="Side" labelElement="div">
              <SegmentedControl
                aria-label="Side"
                fullWidth
                data={[...sides]}
                value={form.directionality}
                onChange={(value) => onChange({ directionality: sides.find((side) => side.value === value)!.value })}
              />
            </Input.Wrapper>
            <NumericInput
              label="Qty"
              value={form.quantity}
              {...leave('quantity')}
              onChange={(quantity) => onChange({ quantity })}
            />
          </div>
          <div className={classes['triple']}>
            <Select
              label="Type"
              data={types}
              value={form.orderType}
              allowDeselect={false}
              onChange={(value) => onChange({ orderType: findOrderType(value) ?? 'STOP' })}
            />
            {trailField === undefined ? null : (
              <NumericInput
                label={trailField.label}
                {...(form.trailUnit === 'PERCENT' ? { suffix: '%' } : { prefix: '$' })}
                value={form.trail}
                {...leave('trail')}
                onChange={(trail) => onChange({ trail })}
              />
            )}
            {trailField === undefined ? (
              <NumericInput
                label={priceField?.label ?? 'Price'}
                prefix="$"
                value={priceField === undefined ? '' : form.price}
                disabled={priceField === undefined}
                placeholder={priceField === undefined ? 'Market' : ''}
                {...leave('price')}
                onChange={(price) => onChange({ price })}
              />
            ) : null}
            <Select
              label="Duration"
              data={[...durations]}
              value={durationOf(form)}
              disabled={!rule.hasDuration}
              allowDeselect={false}
              onChange={(value) =>
                onChange({ duration: durations.find((duration) => duration.value === value)?.value ?? 'DAY' })
              }
            />
          </div>
          {trailField === undefined ? null : <TrailFields form={form} lastPrice={last} onChange={onChange} />}
          {limitField === undefined ? null : (
            <div className={classes['triple']}>
              <NumericInput
                label={limitField.label}
                prefix="$"
                value={form.limitPrice}
                {...leave('limitPrice')}
                onChange={(limitPrice) => onChange({ limitPrice })}
              />
            </div>
          )}
          {canHaveStop(form.directionality) ? (
            <Switch
              label="Stop loss, when the entry is filled"
              checked={form.hasStop}
              onChange={(event) => onChange({ hasStop: event.currentTarget.checked })}
            />
          ) : null}
          {hasStop ? (
            <div className={classes['triple']}>
              <NumericInput
                label="Stop Loss"
                prefix="$"
                value={form.stopPrice}
                {...leave('stopPrice')}
                onChange={(stopPrice) => onChange({ stopPrice })}
              />
              <NumericInput
                label="Stop Qty"
                placeholder={isInvalidNumber(form.quantity) ? '' : form.quantity}
                value={form.stopQuantity}
                {...leave('stopQuantity')}
                onChange={(stopQuantity) => onChange({ stopQuantity })}
              />
              {canHaveCancelPrice(form.orderType) ? (
                <NumericInput
                  label="Cancel Price"
                  prefix="$"
                  placeholder="None"
                  value={form.cancelPrice}
                  {...leave('cancelPrice')}
                  onChange={(cancelPrice) => onChange({ cancelPrice })}
                />
              ) : null}
            </div>
          ) : null}
        </div>
        <OrderEffect shown={shown} failure={previewFailure} isBusy={isPreviewing} />
      </div>
      <div className={classes['foot']}>
        <span role="status">{reason}</span>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={reason !== undefined}>
          Review order
        </Button>
      </div>
    </form>
  )
}

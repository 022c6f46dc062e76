// The fields of a ticket, next to the order's effect. What most orders need comes first, in the order in which the
// keyboard reaches it: price, quantity, stop, target. The rest is behind "More".
import { type Account, findPriceField, type Quote } from '@clubfolio/contract'
import { findOrderType, isOptionCode, orderTypeRules, ticketOrderTypes } from '@clubfolio/domain'
import { Button, SegmentedControl, Select } from '@mantine/core'
import { useRef, useState } from 'react'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { accountLabel } from '../account/account-label.ts'
import { whyNoOrder } from '../account/why-no-order.ts'
import type { PreviewedOrder } from './api.ts'
import { CodeField } from './code-field.tsx'
import { DurationField } from './duration-field.tsx'
import { ExitFields } from './exit-fields.tsx'
import { MoreFields } from './more-fields.tsx'
import { OrderEffect } from './order-effect.tsx'
import classes from './order-ticket.module.css'
import { isSendKey } from './send-key.ts'
import { PresetLine } from './preset-line.tsx'
import { SizeFields, SizeNote, SizeModeField } from './size-fields.tsx'
import type { RiskAtStops } from './risk-at-stops.ts'
import { canHaveExits, isCode, type TicketFaults, type TicketForm } from './ticket-form.ts'
import { TicketQuote } from './ticket-quote.tsx'
import { TrailFields } from './trail-fields.tsx'
import type { PresetState } from './use-order-preset.ts'

export interface TicketFieldsProps {
  /** With the quantity that its amount pays for. */
  readonly form: TicketForm
  readonly faults: TicketFaults
  readonly accounts: readonly Account[]
  /** Null if the brokerage has none, undefined until it has answered. */
  readonly quote: Quote | null | undefined
  /** Signed shares or contracts of the code in the account. */
  readonly held: number
  /** The ticket was opened for a code, so that the quantity is what is asked for first. */
  readonly isCodeGiven: boolean
  /** Absent where the ticket takes none. */
  readonly preset: PresetState | undefined
  readonly onEditPreset: () => void
  readonly atStops: RiskAtStops | undefined
  readonly onChange: (change: Partial<TicketForm>) => void
  /** The cursor is in the price, or has left it. */
  readonly onPriceFocus: (isIn: boolean) => void
  /** The preview of these fields; while they change, the preview of the previous order. */
  readonly shown: PreviewedOrder | undefined
  readonly isCurrent: boolean
  readonly previewFailure: string | undefined
  readonly isPreviewing: boolean
  readonly onCancel: () => void
  readonly onReview: () => void
}

/** Gives a field its error once it has lost focus. */
export type LeaveField = (field: keyof TicketForm) => {
  readonly onBlur: () => void
  readonly error: string | undefined
}

const sides = [
  { value: 'BUY', label: 'Buy' },
  { value: 'SELL', label: 'Sell' },
  { value: 'SELL_SHORT', label: 'Sell short' },
] as const
const types = ticketOrderTypes.map((value) => ({ value, label: orderTypeRules[value].label }))
/** Only a bought option is exercised. */
const typesFor = ({ code, directionality, orderType }: TicketForm) =>
  types.filter(
    ({ value }) => value !== 'EXERCISE' || value === orderType || (isOptionCode(code) && directionality === 'SELL'),
  )
const pairType = { value: 'PAIR', label: 'OCO' } as const

export function TicketFields({
  form,
  faults,
  accounts,
  quote,
  held,
  isCodeGiven,
  preset,
  onEditPreset,
  atStops,
  onChange,
  onPriceFocus,
  shown,
  isCurrent,
  previewFailure,
  isPreviewing,
  onCancel,
  onReview,
}: TicketFieldsProps) {
  const formRef = useRef<HTMLFormElement>(null)
  // A field shows its error after it has lost focus.
  const [left, setLeft] = useState<ReadonlySet<keyof TicketForm>>(new Set())
  const leave: LeaveField = (field) => ({
    onBlur: () => setLeft((before) => new Set([...before, field])),
    error: left.has(field) ? faults[field] : undefined,
  })
  const account = accounts.find(({ number }) => number === form.accountNumber)
  const isWhole = isCode(form.code)
  // The beginning of a company's name may look like a code: until it is entered, nothing is missing.
  const [typedCode, setTypedCode] = useState<string>()
  const [enteredCode, setEnteredCode] = useState<string>()
  const isEntered = form.code !== typedCode || form.code === enteredCode
  const previewed = shown?.order.ticket === form.code ? shown.preview.lastPrice : null
  const last = quote ? String(quote.last) : previewed
  const openCount = Object.keys(faults).length
  const priceField = findPriceField(form.orderType, 'price')
  const limitField = findPriceField(form.orderType, 'limitPrice')
  const trailField = form.isPair ? undefined : findPriceField(form.orderType, 'trail')
  // What closes a position that is held can do so by a pair of exits.
  const canPair =
    form.isPair || (form.directionality === 'SELL' && held > 0) || (form.directionality === 'BUY' && held < 0)
  const blocked = isCurrent ? (shown?.preview.faults[0] ?? shown?.preview.breaches[0]) : undefined
  // The obstacle itself is among the warnings above.
  const reason =
    whyNoOrder(account) ??
    (openCount > 0
      ? openCount === 1
        ? '1 field needs attention'
        : `${openCount} fields need attention`
      : blocked && 'This order cannot be sent')
  return (
    <form
      ref={formRef}
      noValidate
      onMouseDown={(event) => {
        // A field that loses the focus may show its error, which moves the button away before its click arrives.
        if (event.target instanceof Element && event.target.closest('button') !== null) event.preventDefault()
      }}
      onKeyDown={(event) => {
        if (!isSendKey(event)) return
        event.preventDefault()
        formRef.current?.requestSubmit()
      }}
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
              data={accounts.map((one) => ({ value: one.number, label: accountLabel(one) }))}
              value={form.accountNumber === '' ? null : form.accountNumber}
              allowDeselect={false}
              error={faults.accountNumber && accounts.length === 0 ? 'Link an account first.' : undefined}
              onChange={(accountNumber) => onChange({ accountNumber: accountNumber ?? '' })}
            />
            <CodeField
              value={form.code}
              isQuoted={quote !== null && quote !== undefined}
              isFirst={!isCodeGiven}
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
          <SegmentedControl
            aria-label="Side"
            fullWidth
            data={[...sides]}
            value={form.directionality}
            onChange={(value) =>
              onChange({ directionality: sides.find((side) => side.value === value)!.value, isPair: false })
            }
          />
          <div className={classes['triple']}>
            <Select
              label="Type"
              data={canPair ? [...typesFor(form), pairType] : typesFor(form)}
              value={form.isPair ? pairType.value : form.orderType}
              allowDeselect={false}
              onChange={(value) =>
                onChange(
                  value === pairType.value
                    ? { isPair: true, sizeMode: 'SHARES', ...(form.quantity === '' ? { quantity: wholeOf(held) } : {}) }
                    : { isPair: false, orderType: findOrderType(value) ?? 'STOP' },
                )
              }
            />
            <DurationField form={form} leave={leave} onChange={onChange} />
            <SizeModeField form={form} onChange={onChange} />
          </div>
          <div className={classes['triple']}>
            {trailField === undefined ? null : (
              <NumericInput
                label={trailField.label}
                {...(form.trailUnit === 'PERCENT' ? { suffix: '%' } : { prefix: '$' })}
                value={form.trail}
                {...leave('trail')}
                onChange={(trail) => onChange({ trail })}
              />
            )}
            {trailField === undefined && !form.isPair ? (
              <NumericInput
                label={priceField?.label ?? 'Price'}
                prefix="$"
                value={priceField === undefined ? '' : form.price}
                disabled={priceField === undefined}
                placeholder={priceField === undefined ? 'Market' : ''}
                {...leave('price')}
                onFocus={() => onPriceFocus(true)}
                onBlur={() => {
                  leave('price').onBlur()
                  onPriceFocus(false)
                }}
                onChange={(price) => onChange({ price })}
              />
            ) : null}
            {limitField === undefined || form.isPair ? null : (
              <NumericInput
                label={limitField.label}
                prefix="$"
                value={form.limitPrice}
                {...leave('limitPrice')}
                onChange={(limitPrice) => onChange({ limitPrice })}
              />
            )}
            <SizeFields
              form={form}
              account={account}
              isFirst={isCodeGiven}
              isProposed={preset?.filled.has('size') === true}
              leave={leave}
              onChange={onChange}
            />
          </div>
          <SizeNote form={form} shown={isCurrent ? shown : undefined} />
          {trailField === undefined ? null : (
            <TrailFields
              label="Trail in"
              unit={form.trailUnit}
              words={{ directionality: form.directionality, trail: form.trail, trailUnit: form.trailUnit }}
              lastPrice={last}
              onUnit={(trailUnit) => onChange({ trailUnit })}
            />
          )}
          {canHaveExits(form) ? (
            <ExitFields form={form} filled={preset?.filled} leave={leave} lastPrice={last} onChange={onChange} />
          ) : null}
          <div className={classes['extras']}>
            {preset === undefined ? null : <PresetLine state={preset} onEdit={onEditPreset} />}
            <MoreFields form={form} sessions={account?.sessions ?? []} leave={leave} onChange={onChange} />
          </div>
        </div>
        <OrderEffect shown={shown} failure={previewFailure} isBusy={isPreviewing} atStops={atStops} />
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

const wholeOf = (held: number): string => (held === 0 ? '' : String(Math.floor(Math.abs(held))))

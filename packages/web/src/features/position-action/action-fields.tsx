// The fields of an action, with what they mean in money while they are typed.
import { breakEvenStop, formatQuantity, isOptionCode, stopResult, trailUnits, type TrailUnit } from '@clubfolio/domain'
import { Button, SegmentedControl } from '@mantine/core'
import { Change } from '../../ui/figure/change.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { formatPrice } from '../order-text/format-price.ts'
import { PriceLadder } from '../order/price-ladder.tsx'
import { beginAction, type ActionForm, type FormPosition } from './action-form.ts'
import classes from './position-action.module.css'

export interface ActionFieldsProps {
  readonly form: ActionForm
  readonly position: FormPosition
  readonly onChange: (change: Partial<ActionForm>) => void
}

export function ActionFields(props: ActionFieldsProps) {
  switch (props.form.choice) {
    case 'CLOSE':
    case 'CLOSE_HALF':
      return <QuantityField {...props} label="Quantity to close" hasShares />
    case 'ADD':
      return (
        <div className={classes['fields']}>
          <QuantityField {...props} label="Quantity to add" />
          <PriceField {...props} label="Limit" placeholder="At the market" />
        </div>
      )
    case 'REVERSE':
      return (
        <PriceField
          {...props}
          label={`Stop of the ${props.position.held > 0 ? 'short' : 'long'} position`}
          placeholder="No stop"
        />
      )
    case 'MOVE_STOP':
    case 'BREAK_EVEN':
      return <StopFields {...props} />
    case 'TRAIL_STOP':
      return <TrailField {...props} />
    case 'SET_TARGET':
      return (
        <div className={classes['fields']}>
          <PriceField {...props} label="Target" isFirst />
          <ResultAt {...props} words="At the target" />
        </div>
      )
  }
}

function QuantityField({
  form,
  position,
  onChange,
  label,
  hasShares = false,
}: ActionFieldsProps & { readonly label: string; readonly hasShares?: boolean }) {
  const all = String(Math.abs(position.held))
  const half = beginAction('CLOSE_HALF', position).quantity
  return (
    <div className={classes['field']}>
      <NumericInput
        label={label}
        value={form.quantity}
        onChange={(quantity) => onChange({ quantity })}
        data-autofocus
      />
      {hasShares ? (
        <div className={classes['proposals']}>
          <Button size="compact-xs" variant="default" onClick={() => onChange({ quantity: half })}>
            {`Half · ${formatQuantity(half)}`}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => onChange({ quantity: all })}>
            {`All · ${formatQuantity(all)}`}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function PriceField({
  form,
  onChange,
  label,
  placeholder,
  isFirst = false,
}: Pick<ActionFieldsProps, 'form' | 'onChange'> & {
  readonly label: string
  readonly placeholder?: string
  readonly isFirst?: boolean
}) {
  return (
    <NumericInput
      label={label}
      prefix="$"
      value={form.price}
      {...(placeholder === undefined ? {} : { placeholder })}
      onChange={(price) => onChange({ price })}
      data-autofocus={isFirst || undefined}
    />
  )
}

/** Moves the stop: to a typed price, to break-even, or back to where it is. */
function StopFields({ form, position, onChange }: ActionFieldsProps) {
  const isLong = position.held > 0
  const breakEven = breakEvenStop(position.averagePrice, isLong, isOptionCode(position.code))
  const now = position.stopLossPrice
  const price = Number(form.price)
  const isDrawn = form.price !== '' && price > 0 && price !== position.averagePrice
  return (
    <div className={classes['stop']}>
      <div className={classes['fields']}>
        <PriceField form={form} onChange={onChange} label="Stop" isFirst />
        <div className={classes['proposals']}>
          <Button size="compact-xs" variant="default" onClick={() => onChange({ price: breakEven })}>
            {`Break-even · ${formatPrice(breakEven)}`}
          </Button>
          {now === null ? null : (
            <Button size="compact-xs" variant="default" onClick={() => onChange({ price: String(now) })}>
              {`Now · ${formatPrice(String(now))}`}
            </Button>
          )}
        </div>
        <ResultAt form={form} position={position} words="At this stop" />
      </div>
      {isDrawn ? (
        <div className={classes['ladder']}>
          <PriceLadder
            isLong={isLong}
            entryName={isLong ? 'Bought' : 'Sold'}
            entry={position.averagePrice}
            last={position.lastPrice}
            cancel={null}
            stop={price}
            target={null}
          />
        </div>
      ) : null}
    </div>
  )
}

/** What the position wins or loses at the typed price, while it is typed. */
function ResultAt({
  form,
  position,
  words,
}: Pick<ActionFieldsProps, 'form' | 'position'> & { readonly words: string }) {
  const isKnown = /^\d+(\.\d+)?$/.test(form.price)
  const result = isKnown
    ? stopResult({ symbol: position.code, held: position.held, averagePrice: position.averagePrice }, form.price)
    : undefined
  return (
    <p className={classes['result']} role="status">
      {words}:{' '}
      {result === undefined ? (
        'enter a price'
      ) : result === 0n ? (
        'no profit and no loss before fees'
      ) : (
        <>
          {result < 0n ? 'a loss of ' : 'a profit of '}
          <Change money={result} /> before fees
        </>
      )}
    </p>
  )
}

const unitLabels: Readonly<Record<TrailUnit, string>> = { DOLLARS: 'Dollars', PERCENT: 'Percent' }

function TrailField({ form, position, onChange }: ActionFieldsProps) {
  const offset = Number(form.trail)
  const distance = form.trailUnit === 'DOLLARS' ? offset : (position.lastPrice * offset) / 100
  const stop = position.held > 0 ? position.lastPrice - distance : position.lastPrice + distance
  return (
    <div className={classes['fields']}>
      <NumericInput
        label="Trail"
        {...(form.trailUnit === 'DOLLARS' ? { prefix: '$' } : { suffix: '%' })}
        value={form.trail}
        onChange={(trail) => onChange({ trail })}
        data-autofocus
      />
      <SegmentedControl
        aria-label="Trail in"
        size="xs"
        data={trailUnits.map((value) => ({ value, label: unitLabels[value] }))}
        value={form.trailUnit}
        onChange={(trailUnit) => onChange({ trailUnit })}
      />
      <p className={classes['result']} role="status">
        {offset > 0 && stop > 0
          ? `The stop is at ${formatPrice(String(Math.round(stop * 100) / 100))} now and follows the last price.`
          : 'Enter how far the stop stays behind the price.'}
      </p>
    </div>
  )
}

// Where a position is closed: the stop loss and the profit target, which is optional, and how the stop works.
import { orderTypeRules, stopOrderTypes } from '@clubfolio/domain'
import { Select } from '@mantine/core'
import { NumericInput } from '../../ui/numeric-input.tsx'
import classes from './order-ticket.module.css'
import type { LeaveField } from './ticket-fields.tsx'
import type { TicketForm } from './ticket-form.ts'
import { TrailFields } from './trail-fields.tsx'
import type { PresetState } from './use-order-preset.ts'

const types = stopOrderTypes.map((value) => ({ value, label: orderTypeRules[value].label }))

export interface ExitFieldsProps {
  readonly form: TicketForm
  /** What the preset of the account fills. */
  readonly filled: PresetState['filled'] | undefined
  readonly leave: LeaveField
  readonly lastPrice: string | null
  readonly onChange: (change: Partial<TicketForm>) => void
}

export function ExitFields({ form, filled, leave, lastPrice, onChange }: ExitFieldsProps) {
  const isTrailing = form.stopType === 'TRAILING_STOP'
  const placeholder = form.isPair ? '' : 'None'
  return (
    <>
      <div className={classes['triple']}>
        {isTrailing ? (
          <NumericInput
            label="Stop Trail"
            {...(form.stopTrailUnit === 'PERCENT' ? { suffix: '%' } : { prefix: '$' })}
            placeholder={placeholder}
            value={form.stopTrail}
            {...leave('stopTrail')}
            onChange={(stopTrail) => onChange({ stopTrail })}
          />
        ) : (
          <NumericInput
            label="Stop Loss"
            prefix="$"
            placeholder={placeholder}
            value={form.stopPrice}
            isProposed={filled?.has('stop') === true}
            {...leave('stopPrice')}
            onChange={(stopPrice) => onChange({ stopPrice })}
          />
        )}
        <NumericInput
          label="Target"
          prefix="$"
          placeholder={placeholder}
          value={form.targetPrice}
          isProposed={filled?.has('target') === true}
          {...leave('targetPrice')}
          onChange={(targetPrice) => onChange({ targetPrice })}
        />
        <Select
          label="Stop Type"
          data={types}
          value={form.stopType}
          allowDeselect={false}
          onChange={(value) => onChange({ stopType: stopOrderTypes.find((type) => type === value) ?? 'STOP' })}
        />
        {form.stopType === 'STOP_LIMIT' ? (
          <NumericInput
            label="Stop Limit"
            prefix="$"
            value={form.stopLimit}
            {...leave('stopLimit')}
            onChange={(stopLimit) => onChange({ stopLimit })}
          />
        ) : null}
      </div>
      {isTrailing ? (
        <TrailFields
          label="Stop trail in"
          unit={form.stopTrailUnit}
          words={{
            // The stop is on the other side of its entry; a pair is on the side that closes.
            directionality: form.isPair ? form.directionality : form.directionality === 'BUY' ? 'SELL' : 'BUY',
            trail: form.stopTrail,
            trailUnit: form.stopTrailUnit,
          }}
          lastPrice={form.isPair ? lastPrice : null}
          onUnit={(stopTrailUnit) => onChange({ stopTrailUnit })}
        />
      ) : null}
    </>
  )
}

// The inputs of the advanced calculator with their reset buttons, the result below them, and Buy and Sell.
import { ActionIcon, Button, SegmentedControl, Select, Tooltip } from '@mantine/core'
import { IconTarget } from '@tabler/icons-react'
import type { TradeDirection } from '@clubfolio/domain'
import { api } from '../../kernel/api.ts'
import { BubbleTag } from '../../ui/bubble-tag.tsx'
import { CompanySearch } from '../../ui/company-search.tsx'
import { FieldPair } from '../../ui/form-layout.tsx'
import { DayPicker } from '../../ui/day-picker.tsx'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import type { ChartSpan } from '../chart/bar-span.ts'
import { dailyTimings, timingLabels } from '../chart/chart-timing.ts'
import type { SetLevel } from '../chart/levels.ts'
import type { Analysis } from './analysis-place.ts'
import { orderRefusal, resultTone, type Calculation, type CalculatorFields } from './calculator-form.ts'
import classes from './calculator.module.css'
import { ResultFigures, describeResult } from './result-figures.tsx'
import { riskProposal } from './risk-proposal.ts'
import { SizingFields, type SizingField } from './sizing-fields.tsx'

export interface AdvanceFormProps {
  readonly analysis: Analysis
  readonly calculation: Calculation
  /** The text of the last refusal, until something else is typed. */
  readonly fault: string | undefined
  readonly picking: SetLevel | undefined
  readonly span: ChartSpan
  /** The proposal in the risk field while the user has not typed into it. */
  readonly proposed: string | undefined
  readonly onProposed: (risk: string | undefined) => void
  readonly onChange: (part: Partial<Analysis>) => void
  readonly onTicket: (code: string | null) => void
  /** Called while a field is being typed into; `onCommit` and `onPlace` follow when it loses focus. */
  readonly onType: (fields: CalculatorFields) => void
  /** Called when Long or Short is chosen, which resets the form. */
  readonly onDirection: (direction: TradeDirection) => void
  readonly onCommit: (fields: CalculatorFields) => void
  readonly onPlace: (level: SetLevel, text: string) => void
  readonly onPick: (level: SetLevel | undefined) => void
  /** Opens the order ticket for the position. */
  readonly onOrder: () => void
}

const directions = [
  { value: 'long', label: 'Long' },
  { value: 'short', label: 'Short' },
]
const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })

export function AdvanceForm({
  analysis,
  calculation,
  fault,
  picking,
  span,
  proposed,
  onProposed,
  onChange,
  onTicket,
  onType,
  onDirection,
  onCommit,
  onPlace,
  onPick,
  onOrder,
}: AdvanceFormProps) {
  const { fields, ticket, timing } = analysis
  const [buyRefusal, sellRefusal] = [
    orderRefusal('buy', fields, calculation),
    orderRefusal('sell', fields, calculation),
  ]
  const type = (name: SizingField, text: string) => {
    if (name === 'risk') onProposed(undefined)
    onType({ ...fields, [name]: text })
  }
  /** A level is drawn. When the capital field loses focus, proposes a risk unless the user typed one. */
  const leave = (name: SizingField) => {
    if (name === 'resistance' || name === 'support') return onPlace(name, fields[name])
    const risk = name === 'capital' ? riskProposal(fields, proposed) : undefined
    if (risk !== undefined) onProposed(risk === '' ? undefined : risk)
    onCommit(risk === undefined ? fields : { ...fields, risk })
  }
  const reset = (name: SizingField) => {
    if (name === 'resistance' || name === 'support') return onPlace(name, '')
    if (name === 'risk') onProposed(undefined)
    onCommit({ ...fields, [name]: '' })
  }
  const moveSpan = (part: Partial<ChartSpan>) => {
    const next = { ...span, ...part }
    if (next.start < next.end) onChange({ span: next })
  }
  const levelButton = (name: SetLevel) => {
    const words = picking === name ? `Stop drawing the ${name}` : `Click the chart to draw the ${name}`
    return (
      <Tooltip label={words}>
        <ActionIcon
          size="sm"
          variant={picking === name ? 'light' : 'default'}
          aria-label={words}
          aria-pressed={picking === name}
          disabled={ticket === null}
          onClick={() => onPick(picking === name ? undefined : name)}
        >
          <IconTarget size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <div className={classes['form']}>
      <CompanySearch
        search={search}
        label="Search instrument"
        placeholder="Search instrument"
        onChoose={({ code }) => onTicket(code)}
      />
      {ticket === null ? null : (
        <div>
          <BubbleTag title={ticket} size="medium" showCloseButton onClose={() => onTicket(null)} />
        </div>
      )}
      <FieldPair areNarrow>
        <DayPicker
          label="Start date"
          value={span.start}
          maxDay={span.end}
          onChange={(start) => {
            if (start !== null) moveSpan({ start })
          }}
        />
        <DayPicker
          label="End date"
          value={span.end}
          minDay={span.start}
          onChange={(end) => {
            if (end !== null) moveSpan({ end })
          }}
        />
      </FieldPair>
      <Select
        label="Time frame"
        allowDeselect={false}
        value={timing}
        data={dailyTimings.map((value) => ({ value, label: timingLabels[value] }))}
        onChange={(value) => {
          if (value !== null) onChange({ timing: value })
        }}
      />
      <SegmentedControl
        fullWidth
        aria-label="Direction"
        data={directions}
        value={fields.direction}
        onChange={(value) => onDirection(value === 'short' ? 'short' : 'long')}
      />
      <SizingFields
        fields={fields}
        proposed={proposed}
        onType={type}
        onLeave={leave}
        onReset={reset}
        levelButton={levelButton}
      />
      {fault ? (
        <p className={classes['error']} role="alert">
          {fault}
        </p>
      ) : null}
      <ResultFigures calculation={calculation} />
      <p className={classes['message']} role="status" data-tone={resultTone(calculation)}>
        {calculation.kind === 'ready'
          ? describeResult(calculation, fields)
          : calculation.kind === 'refused'
            ? fault === undefined && `${calculation.words}.`
            : ticket === null
              ? 'Choose an instrument, then fill in capital, risk, resistance and support.'
              : 'Fill in capital, risk, resistance and support to calculate.'}
      </p>
      <div className={classes['orders']}>
        <DisabledReason reason={buyRefusal}>
          <Button onClick={onOrder}>Buy</Button>
        </DisabledReason>
        <DisabledReason reason={sellRefusal}>
          <Button variant="default" onClick={onOrder}>
            Sell
          </Button>
        </DisabledReason>
      </div>
    </div>
  )
}

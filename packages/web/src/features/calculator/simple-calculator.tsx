// The simple calculator: Long or Short, capital, risk, resistance and support, and the resulting position size.
// Source: docs/rules/trading.md, "Calculators".
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { FieldPair } from '../../ui/form-layout.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { calculate, emptyFields, type CalculatorFields } from './calculator-form.ts'
import classes from './calculator.module.css'
import { ResultFigures, describeResult } from './result-figures.tsx'
import { proposalNote, riskProposal } from './risk-proposal.ts'

const directions = [
  { value: 'long', label: 'Long' },
  { value: 'short', label: 'Short' },
]

export function SimpleCalculator() {
  const [fields, setFields] = useState<CalculatorFields>(emptyFields)
  const calculation = calculate(fields, 'simple')
  /** The proposal in the risk field while the user has not typed into it. */
  const [proposed, setProposed] = useState<string>()
  const change = (part: Partial<CalculatorFields>) => {
    if (part.risk !== undefined) setProposed(undefined)
    setFields({ ...fields, ...part })
  }
  const propose = () => {
    const risk = riskProposal(fields, proposed)
    if (risk === undefined) return
    setFields({ ...fields, risk })
    setProposed(risk === '' ? undefined : risk)
  }
  const field = (
    name: 'capital' | 'risk' | 'resistance' | 'support',
    label: string,
    affix: { prefix?: string; suffix?: string },
  ) => (
    <NumericInput
      label={label}
      {...affix}
      value={fields[name]}
      onChange={(text) => change({ [name]: text })}
      onReset={() => change({ [name]: '' })}
      {...(name === 'capital' ? { onBlur: propose } : {})}
      {...(name === 'risk' && proposed !== undefined
        ? { isProposed: true, description: proposalNote, inputWrapperOrder: ['label', 'input', 'error', 'description'] }
        : {})}
    />
  )
  return (
    <div className={classes['simple']}>
      <div className={classes['fields']}>
        <SegmentedControl
          fullWidth
          aria-label="Direction"
          data={directions}
          value={fields.direction}
          onChange={(value) => change({ ...emptyFields, direction: value === 'short' ? 'short' : 'long' })}
        />
        <FieldPair areNarrow>
          {field('capital', 'Capital', { prefix: '$' })}
          {field('risk', 'Risk %', { suffix: '%' })}
          {field('resistance', 'Resistance price', { prefix: '$' })}
          {field('support', 'Support price', { prefix: '$' })}
        </FieldPair>
      </div>
      <div className={classes['outcome']}>
        <ResultFigures
          page="simple"
          position={calculation.kind === 'ready' ? calculation.position : undefined}
          isAboveThreshold={calculation.kind === 'ready' && calculation.isAboveThreshold}
        />
        <p
          className={classes['message']}
          role="status"
          data-tone={calculation.kind === 'refused' ? 'danger' : undefined}
        >
          {calculation.kind === 'refused'
            ? `${calculation.words}.`
            : calculation.kind === 'ready'
              ? describeResult(calculation.position, calculation.isAboveThreshold)
              : 'Fill in capital, risk, resistance and support to calculate.'}
        </p>
      </div>
    </div>
  )
}

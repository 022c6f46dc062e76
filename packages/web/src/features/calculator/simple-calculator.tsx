// The simple calculator: Long or Short, capital, risk, resistance and support, and the resulting position size.
// Source: docs/rules/trading.md, "Calculators".
import { SegmentedControl } from '@mantine/core'
import { useStore } from '../../kernel/store.ts'
import { calculate, emptyFields, resultTone, type CalculatorFields } from './calculator-form.ts'
import classes from './calculator.module.css'
import { keptSizing } from './kept-calculation.ts'
import { ResultFigures, describeResult } from './result-figures.tsx'
import { riskProposal } from './risk-proposal.ts'
import { SizingFields } from './sizing-fields.tsx'

const directions = [
  { value: 'long', label: 'Long' },
  { value: 'short', label: 'Short' },
]

export function SimpleCalculator() {
  const { fields, proposed } = useStore(keptSizing)
  const calculation = calculate(fields)
  const change = (part: Partial<CalculatorFields>) =>
    keptSizing.set({
      fields: { ...fields, ...part },
      proposed: part.risk === undefined ? proposed : undefined,
    })
  const propose = () => {
    const risk = riskProposal(fields, proposed)
    if (risk === undefined) return
    keptSizing.set({ fields: { ...fields, risk }, proposed: risk === '' ? undefined : risk })
  }
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
        <SizingFields
          fields={fields}
          proposed={proposed}
          onType={(name, text) => change({ [name]: text })}
          onLeave={(name) => {
            if (name === 'capital') propose()
          }}
          onReset={(name) => change({ [name]: '' })}
        />
      </div>
      <div className={classes['outcome']}>
        <ResultFigures calculation={calculation} />
        <p
          className={classes['message']}
          role="status"
          data-tone={calculation.kind === 'refused' ? 'danger' : resultTone(calculation)}
        >
          {calculation.kind === 'refused'
            ? `${calculation.words}.`
            : calculation.kind === 'ready'
              ? describeResult(calculation, fields)
              : 'Fill in capital, risk, resistance and support to calculate.'}
        </p>
      </div>
    </div>
  )
}

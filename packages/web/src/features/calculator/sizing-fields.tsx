// Capital, risk and both levels, as both calculators ask for them. The fields come first in the order of the Tab key,
// then what is attached to them: the buttons that draw a level, and those that reset a field.
import { CloseButton } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { NumericInput } from '../../ui/numeric-input.tsx'
import type { SetLevel } from '../chart/levels.ts'
import type { CalculatorFields } from './calculator-form.ts'
import classes from './calculator.module.css'
import { proposalNote } from './risk-proposal.ts'

const sizingFields = ['capital', 'risk', 'resistance', 'support'] as const
export type SizingField = (typeof sizingFields)[number]

const labels: Readonly<Record<SizingField, string>> = {
  capital: 'Capital',
  risk: 'Risk %',
  resistance: 'Resistance price',
  support: 'Support price',
}

export interface SizingFieldsProps {
  readonly fields: CalculatorFields
  /** The proposal in the risk field while the user has not typed into it. */
  readonly proposed: string | undefined
  readonly onType: (name: SizingField, text: string) => void
  /** Called when a field loses focus, and on Enter. */
  readonly onLeave?: (name: SizingField) => void
  readonly onReset: (name: SizingField) => void
  /** A button beside a level, such as the one that draws it. */
  readonly levelButton?: (name: SetLevel) => ReactNode
}

export function SizingFields({ fields, proposed, onType, onLeave, onReset, levelButton }: SizingFieldsProps) {
  const id = useId()
  const reset = (name: SizingField) => {
    onReset(name)
    document.getElementById(`${id}${name}`)?.focus()
  }
  return (
    <div className={classes['sizing']} data-draws={levelButton === undefined ? undefined : true}>
      {sizingFields.map((name) => (
        <NumericInput
          key={name}
          id={`${id}${name}`}
          wrapperProps={{ 'data-field': name }}
          label={labels[name]}
          {...(name === 'risk' ? { suffix: '%' } : { prefix: '$' })}
          value={fields[name]}
          onChange={(text) => onType(name, text)}
          onBlur={() => onLeave?.(name)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onLeave?.(name)
          }}
          // Its place is taken by the reset button, which comes later in the document.
          rightSection={fields[name] === '' ? undefined : <span />}
          {...(name === 'risk' && proposed !== undefined
            ? {
                isProposed: true,
                description: proposalNote,
                inputWrapperOrder: ['label', 'input', 'error', 'description'],
              }
            : {})}
        />
      ))}
      {levelButton === undefined
        ? null
        : (['resistance', 'support'] as const).map((name) => (
            <span key={name} className={classes['draw']} data-field={name}>
              {levelButton(name)}
            </span>
          ))}
      {sizingFields
        .filter((name) => fields[name] !== '')
        .map((name) => (
          <CloseButton
            key={name}
            className={classes['reset']}
            data-field={name}
            size="var(--cf-reset)"
            iconSize={14}
            aria-label={`Reset ${labels[name]}`}
            onClick={() => reset(name)}
          />
        ))}
    </div>
  )
}

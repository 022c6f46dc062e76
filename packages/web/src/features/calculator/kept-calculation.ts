// What was typed into the calculators, kept while the user is on other screens.
import { createUserStore } from '../../kernel/store.ts'
import type { Analysis } from './analysis-place.ts'
import { emptyFields, type CalculatorFields } from './calculator-form.ts'

/** The fields, and the proposal in the risk field while the user has not typed into it. */
export interface KeptSizing {
  readonly fields: CalculatorFields
  readonly proposed: string | undefined
}

/** The simple calculator. */
export const keptSizing = createUserStore<KeptSizing>({ fields: emptyFields, proposed: undefined })

export interface KeptAnalysis {
  readonly analysis: Analysis
  readonly proposed: string | undefined
  /** The name under which it was saved or loaded; empty without one. */
  readonly name: string
  /** The analysis of the link that opened it: another link starts over. */
  readonly opened: Analysis
}

/** The advanced calculator; undefined until it was opened. */
export const keptAnalysis = createUserStore<KeptAnalysis | undefined>(undefined)

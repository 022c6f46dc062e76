// What the help panel tells about a screen: what it is for, what one does there, what its figures mean, what is good to know.

/** A figure as its label on the screen names it, and what it counts, in words. */
export type FigureMeaning = readonly [label: string, meaning: string]

export interface HelpPage {
  /** The screen's name in the table of screens. */
  readonly screen: string
  readonly purpose: string
  /** What one does there, a sentence each. */
  readonly steps: readonly string[]
  readonly figures: readonly FigureMeaning[]
  readonly notes: readonly string[]
}

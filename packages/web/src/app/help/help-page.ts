// The content of the help about one screen: its purpose, the steps a user takes there, the meaning of its figures, and
// notes.

/** A figure, named by its label on the screen, and its meaning in words. */
export type FigureMeaning = readonly [label: string, meaning: string]

export interface HelpPage {
  /** The screen's name in the table of screens. */
  readonly screen: string
  readonly purpose: string
  /** Steps that a user takes there, one sentence each. */
  readonly steps: readonly string[]
  readonly figures: readonly FigureMeaning[]
  readonly notes: readonly string[]
}

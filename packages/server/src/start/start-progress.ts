// What a start is doing, for the person at the terminal: a line for each step until the address is known. In JSON the
// log says the same in its own events.
import type { OpenLog } from '../kernel/log.ts'

export interface StartProgress {
  step(words: string): void
  /** Called with every page of the market. Every fifth of it is a step; once the address is known, only its end. */
  market(filled: number, total: number): void
  /** The address is known: from here on the console shows what happens. */
  end(): void
}

export const startingDatabase = 'Starting the database.'

const marketParts = 5

export function showProgress({ format, say, tell }: Pick<OpenLog, 'format' | 'say' | 'tell'>): StartProgress {
  if (format === 'json') return silentProgress
  let hasEnded = false
  let shownParts = -1
  const step = (words: string): void => {
    if (!hasEnded) say(`  ${words}`)
  }
  return {
    step,
    market(filled, total) {
      const parts = Math.floor((filled * marketParts) / total)
      if (parts === shownParts) return
      shownParts = parts
      if (!hasEnded) step(`The simulated market: ${filled} of ${total} instruments.`)
      else if (filled === total) tell(`The simulated market is complete: ${total} instruments.`)
    },
    end() {
      hasEnded = true
    },
  }
}

export const silentProgress: StartProgress = { step: () => undefined, market: () => undefined, end: () => undefined }

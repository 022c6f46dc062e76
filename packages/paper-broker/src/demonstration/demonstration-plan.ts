// The demonstration's plan for the past year, session by session: entries with their protection, reviews, deposits and
// withdrawals. The market and the engine decide the outcome. Pure.

/** How a position is entered and protected. */
export type EntryKind =
  | 'DIP_BRACKET'
  | 'BREAKOUT_STOP'
  | 'TRAILED_LONG'
  | 'STOPPED_SHORT'
  | 'BREAKDOWN_BRACKET'
  | 'HELD_LONG'
  | 'HELD_SHORT'
  | 'WAITING_BREAKOUT'

export type PlannedStep =
  | {
      readonly kind: 'ENTER'
      readonly session: number
      readonly minute: number
      readonly entry: EntryKind
      readonly share: number
      readonly dollars: number
    }
  /** Cancels an entry that did not fill, or closes the position. */
  | { readonly kind: 'LEAVE'; readonly session: number; readonly minute: number; readonly share: number }
  | {
      readonly kind: 'TRANSFER'
      readonly session: number
      readonly minute: number
      readonly direction: 'DEPOSIT' | 'WITHDRAWAL'
      readonly dollars: number
    }

/** A year less a few days, so that all of it lies within the one year that clients may query. */
export const DEMONSTRATION_SESSIONS = 245
export const DEMONSTRATION_SHARES = 20

/** The last weeks trade shares that are not used earlier, so no older order or position interferes. */
const TRADED_SHARES = 12
const MORNING = 10 * 60 + 5
const NOON = 12 * 60 + 20
const AFTERNOON = 15 * 60 + 15
const MINUTES = [MORNING, NOON, AFTERNOON] as const

const STYLES: readonly { readonly entry: EntryKind; readonly dollars: number }[] = [
  { entry: 'DIP_BRACKET', dollars: 9_000 },
  { entry: 'BREAKOUT_STOP', dollars: 8_000 },
  { entry: 'STOPPED_SHORT', dollars: 6_500 },
  { entry: 'TRAILED_LONG', dollars: 10_000 },
  { entry: 'BREAKDOWN_BRACKET', dollars: 6_000 },
  { entry: 'BREAKOUT_STOP', dollars: 7_500 },
]

const FIRST_ENTRY = 3
const ENTRY_EVERY = 4
const LEAVE_AFTER = 38
const LAST_WEEKS = 20

const TRANSFERS: readonly PlannedStep[] = [
  { kind: 'TRANSFER', session: 42, minute: MORNING, direction: 'DEPOSIT', dollars: 5_000 },
  { kind: 'TRANSFER', session: 105, minute: MORNING, direction: 'DEPOSIT', dollars: 7_500 },
  { kind: 'TRANSFER', session: 150, minute: NOON, direction: 'WITHDRAWAL', dollars: 3_000 },
  { kind: 'TRANSFER', session: 190, minute: MORNING, direction: 'DEPOSIT', dollars: 4_000 },
]

/** Positions and orders that are open at the end: longs, shorts, their stops, and an entry that still waits. */
const STANDING: readonly EntryKind[] = [
  'HELD_LONG',
  'HELD_LONG',
  'HELD_SHORT',
  'HELD_LONG',
  'HELD_LONG',
  'HELD_SHORT',
  'HELD_LONG',
  'WAITING_BREAKOUT',
]

/** Returns the steps in chronological order; session 0 is the account's first. */
export function demonstrationPlan(): PlannedStep[] {
  const steps: PlannedStep[] = [...TRANSFERS]
  const lastEntry = DEMONSTRATION_SESSIONS - LAST_WEEKS - LEAVE_AFTER - 1
  for (let n = 0; FIRST_ENTRY + n * ENTRY_EVERY <= lastEntry; n += 1) {
    const session = FIRST_ENTRY + n * ENTRY_EVERY
    const style = STYLES[n % STYLES.length]
    const minute = MINUTES[n % MINUTES.length]
    if (style === undefined || minute === undefined) continue
    const share = n % TRADED_SHARES
    steps.push(
      { kind: 'ENTER', session, minute, share, ...style },
      { kind: 'LEAVE', session: session + LEAVE_AFTER, minute: AFTERNOON, share },
    )
  }
  STANDING.forEach((entry, n) => {
    const session = DEMONSTRATION_SESSIONS - LAST_WEEKS + 2 * n
    steps.push({
      kind: 'ENTER',
      session,
      minute: MINUTES[n % MINUTES.length] ?? NOON,
      share: TRADED_SHARES + n,
      entry,
      dollars: entry === 'HELD_SHORT' ? 5_500 : 7_000,
    })
  })
  return steps.sort((one, other) => one.session - other.session || one.minute - other.minute)
}

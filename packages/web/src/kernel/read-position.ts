// Where in the log of messages the page's first data come from: the server names its position with each answer. The
// feed begins there and gets exactly what happened since, instead of everything being read a second time.
// Source: docs/rules/wire.md, "Push messages".

/** The header that carries the position a call began at. */
export const positionHeader = 'push-position'

export interface ReadPosition {
  /** Call before a call is sent, and give the result the position of its answer. */
  readonly begin: () => (position: number | undefined) => void
  /**
   * Returns the least position of the answers so far, or undefined when one of them had none. `onOlder` is called for
   * an answer that was sent for before and is older than that.
   */
  readonly open: (onOlder: () => void) => number | undefined
  /** Forgets all answers: the page reads everything again. */
  readonly reset: () => void
}

/**
 * Example: two answers of the positions 7 and 9 have come when the feed opens: it begins after 7. A third one, sent for
 * before, comes with 6 and is read again.
 */
export function createReadPosition(): ReadPosition {
  let round = 0
  let least: number | undefined
  let isUnknown = false
  let opened: { readonly position: number | undefined; readonly onOlder: () => void } | undefined

  return {
    begin() {
      const mine = round
      const isLate = opened !== undefined
      return (position) => {
        if (mine !== round || isLate) return
        if (opened) {
          // Without a position to begin at the feed has everything read again itself.
          if (opened.position !== undefined && (position === undefined || position < opened.position)) opened.onOlder()
        } else if (position === undefined) isUnknown = true
        else least = Math.min(position, least ?? position)
      }
    },
    open(onOlder) {
      opened = { position: isUnknown ? undefined : least, onOlder }
      return opened.position
    },
    reset() {
      round++
      least = undefined
      isUnknown = false
      opened = undefined
    },
  }
}

/** Reads the header of an answer: `readPosition('17')` is 17. */
export function parsePosition(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

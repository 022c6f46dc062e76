// Keeps a button that stays in place from acting twice on a double click, whose second half may come after the answer
// to the first. `useSendOnce` guards the time until the answer.
import type { MouseEvent } from 'react'

/** Returns a click handler that runs `act` for the first of several clicks in a row, and for the keyboard. */
export const firstClick =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail <= 1) act()
  }

// The shortcuts that work on every page.
export interface Shortcut {
  readonly keys: readonly string[]
  readonly what: string
}

export const shortcuts: readonly Shortcut[] = [
  {
    keys: ['Ctrl', 'K'],
    what:
      'Command palette: screens, actions, instruments, or an order as one line, such as ' +
      'buy 100 AAPL stop 190 target 210 (on a Mac: Cmd K)',
  },
  { keys: ['?'], what: 'This help' },
  { keys: ['/'], what: 'Go to the search of the top bar' },
  { keys: ['B'], what: 'Put a long order, at the ask' },
  { keys: ['S'], what: 'Put a short order, at the bid' },
  {
    keys: ['Shift', 'B'],
    what: 'Review a long order with the preset of the account; Shift S a short one',
  },
  { keys: ['Ctrl', 'Enter'], what: 'In the order ticket: review, and send from the confirmation (also Enter)' },
  {
    keys: ['C'],
    what:
      'On a position in Operations: close; H close half, R reverse, A add, S move stop, B stop to ' +
      'break-even, T trail ' +
      'stop, G set target',
  },
  { keys: ['['], what: 'Fold or unfold the menu' },
  { keys: ['Ctrl', 'Z'], what: 'On the chart: undo (on a Mac: Cmd Z)' },
  { keys: ['Ctrl', 'Shift', 'Z'], what: 'On the chart: redo (also Ctrl Y)' },
  { keys: ['Enter'], what: 'Edit the focused cell, accept an edit, submit a form' },
  { keys: ['F2'], what: 'Edit the focused cell' },
  { keys: ['Esc'], what: 'Cancel an edit, close a menu or a dialog, deselect a drawing, leave full screen' },
]

// The list of keyboard shortcuts, opened by `?`.
import { IconKeyboard } from '@tabler/icons-react'
import { Modal } from '../../ui/modal.tsx'
import classes from './facts.module.css'

const shortcuts: readonly { readonly keys: readonly string[]; readonly what: string }[] = [
  { keys: ['Ctrl', 'K'], what: 'Command palette (on a Mac: Cmd K)' },
  { keys: ['?'], what: 'This list' },
  { keys: ['/'], what: 'Go to the search of the top bar' },
  { keys: ['B'], what: 'Put a long order' },
  { keys: ['S'], what: 'Put a short order' },
  { keys: ['['], what: 'Fold or unfold the menu' },
  { keys: ['Enter'], what: 'Edit the focused cell, accept an edit, submit a form' },
  { keys: ['F2'], what: 'Edit the focused cell' },
  { keys: ['Esc'], what: 'Cancel an edit, close a dialog, leave full screen' },
]

export function ShortcutDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal isOpen onClose={onClose} title="Shortcuts" icon={IconKeyboard}>
      <dl className={classes['facts']}>
        {shortcuts.map(({ keys, what }) => (
          <div key={what} className={classes['pair']}>
            <dt className={classes['keys']}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

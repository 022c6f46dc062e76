// Shortcuts that work on every page. Typing in a field never triggers them, except Ctrl/Cmd+K.
import { useEffect } from 'react'
import { followShortcut } from '../../kernel/held-shortcut.ts'

export interface Shortcuts {
  readonly onPalette: () => void
  readonly onHelp: () => void
  readonly onFold: () => void
  /** `isReview` asks for the review of the account's preset. */
  readonly onOrder: (direction: 'long' | 'short', isReview: boolean) => void
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

export function useShortcuts({ onPalette, onHelp, onFold, onOrder }: Shortcuts): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onPalette()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      // A dialog captures the keyboard, unless it is docked next to the page.
      if (document.querySelector('[role="dialog"]:not([data-docked])')) return
      if (event.key === '?') onHelp()
      else if (event.key === '[') onFold()
      else if (event.key.toLowerCase() === 'b' || event.key.toLowerCase() === 's') {
        // A key that is held repeats itself; each ticket would replace the one before.
        if (!event.repeat) {
          if (event.shiftKey) followShortcut()
          onOrder(event.key.toLowerCase() === 'b' ? 'long' : 'short', event.shiftKey)
        }
        // Prevents the key from being typed into the field that now has the focus.
        event.preventDefault()
      } else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('header [data-company-search]')
        if (search) search.focus()
        else onPalette()
        event.preventDefault()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onPalette, onHelp, onFold, onOrder])
}

// Which of the open dialogs is in front. Mantine closes every open one by Escape; only the front one should.
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** The open dialogs, the front one last. */
const open: object[] = []
const listeners = new Set<() => void>()

function change(edit: () => void): void {
  edit()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether this dialog was opened last of those that are open. */
export function useFrontDialog(isOpen: boolean): boolean {
  const [own] = useState(() => ({}))
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    change(() => open.push(own))
    return () => change(() => open.splice(open.indexOf(own), 1))
  }, [isOpen, own])
  return useSyncExternalStore(subscribe, () => open.at(-1) === own)
}

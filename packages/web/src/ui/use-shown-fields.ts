// Remembers which fields of a form are on screen with their errors, so that a refusal of any other becomes a message.
import { useEffect, useRef } from 'react'

export interface ShownFields {
  /** Called while rendering, for each field whose error is shown. */
  readonly show: (name: string) => void
  /** Returns the fields of the last rendering; none once the form is closed. */
  readonly all: () => readonly string[]
}

export function useShownFields(): ShownFields {
  const rendered = startList()
  const onScreen = useRef<() => readonly string[]>(none)
  useEffect(() => {
    onScreen.current = rendered.all
    return () => {
      onScreen.current = none
    }
  })
  return { show: rendered.show, all: () => onScreen.current() }
}

const none = (): readonly string[] => []

function startList(): ShownFields {
  const names: string[] = []
  return { show: (name) => void names.push(name), all: () => names }
}

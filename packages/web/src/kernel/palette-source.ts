// Registry of command palette sources. The palette itself adds the screens and app/palette-actions.ts; registered are
// instruments, accounts, members and reports.
import { createStore } from './store.ts'

export interface PaletteEntry {
  readonly id: string
  readonly label: string
  /** Dimmed text at the right: a company's name, an account's type. */
  readonly hint?: string
  readonly run: () => void
}

export interface PaletteSource {
  readonly id: string
  /** Heading above its entries. */
  readonly title: string
  /** Minimum query length for this source; the specification's searches start at 3 characters. */
  readonly fromCharacters: number
  readonly find: (words: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>
}

export const paletteSources = createStore<readonly PaletteSource[]>([])

/** Registers a source and returns the function that removes it. */
export function registerPaletteSource(source: PaletteSource): () => void {
  paletteSources.set([...paletteSources.get().filter((other) => other.id !== source.id), source])
  return () => paletteSources.set(paletteSources.get().filter((other) => other !== source))
}

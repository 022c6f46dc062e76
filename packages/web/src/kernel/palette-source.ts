// What the command palette can find. The palette itself brings the screens; features register instruments, accounts, members, actions.
import { createStore } from './store.ts'

export interface PaletteEntry {
  readonly id: string
  readonly label: string
  /** Dimmed words at the right: a company's name, an account's type. */
  readonly hint?: string
  readonly run: () => void
}

export interface PaletteSource {
  readonly id: string
  /** Heading above its entries. */
  readonly title: string
  /** Shorter words are not asked of this source; the specification's searches start at 3 characters. */
  readonly fromCharacters: number
  readonly find: (words: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>
}

export const paletteSources = createStore<readonly PaletteSource[]>([])

/** Adds a source and gives back the function that takes it away. */
export function registerPaletteSource(source: PaletteSource): () => void {
  paletteSources.set([...paletteSources.get().filter((other) => other.id !== source.id), source])
  return () => paletteSources.set(paletteSources.get().filter((other) => other !== source))
}

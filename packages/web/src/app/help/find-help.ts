// Full-text search of the help: a result contains every word of the query.
import { screens } from '../screens.ts'
import type { ScreenHelp } from './help-pages.ts'
import { jobs, partsOf } from './jobs.ts'

export interface FoundHelp {
  /** The figure, word or step. */
  readonly title: string
  readonly text: string
  /** Title of the screen it belongs to; absent for a glossary word. */
  readonly where?: string
}

/**
 * Returns the glossary words, jobs, figures, steps and notes that contain every word of `typed`, ignoring case; matches
 * in the title come first.
 *
 * Example: 'unit val' finds the word "Unit value", then figures of Account Mapping.
 */
export function findHelp(
  typed: string,
  help: readonly ScreenHelp[],
  words: readonly (readonly [string, string])[],
): readonly FoundHelp[] {
  const wanted = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (wanted.length === 0) return []
  const all: readonly FoundHelp[] = [
    ...words.map(([title, text]) => ({ title, text })),
    ...jobs.map(({ name, steps }) => ({ title: `How do I ${name}?`, text: steps.map(writeStep).join(' ') })),
    ...help.flatMap(({ screen, page }): FoundHelp[] => [
      { title: screen.title, text: page.purpose, where: screen.title },
      ...page.figures.map(([title, text]) => ({ title, text, where: screen.title })),
      ...[...page.steps, ...page.notes].map((text) => ({ title: '', text, where: screen.title })),
    ]),
  ]
  const holds = (text: string) => wanted.every((word) => text.toLowerCase().includes(word))
  const found = all.filter(({ title, text }) => holds(`${title} ${text}`))
  return [...found.filter(({ title }) => holds(title)), ...found.filter(({ title }) => !holds(title))]
}

const writeStep = (step: string): string =>
  partsOf(step)
    .map((part) => (part.kind === 'screen' ? screens.find(({ name }) => name === part.name)?.title : part.text))
    .join('')

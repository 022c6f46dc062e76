// What fits into a tile: its name and figure, its name alone, or nothing. Pure.
import type { Box } from './place-treemap.ts'

export interface TileText {
  readonly fontSize: number
  readonly hasFigure: boolean
}

const smallest = 10
/** With a figure below it, which is smaller. */
const smallestOfTwo = 12
const largest = 22
const inset = 6
/** Width of a character and height of a line, as parts of the font size. */
const character = 0.64
const line = 1.25
/** The figure is written in a smaller size than the name. */
export const figureScale = 0.82

/** Returns undefined where even the smallest size does not fit: the tile says it in its tooltip. */
export function tileText({ width, height }: Box, label: string, figure: string): TileText | undefined {
  const [room, tall] = [width - inset, height - inset]
  const fit = (lines: number, characters: number) =>
    Math.floor(Math.min(largest, room / (character * characters), tall / (line * lines)))
  const both = fit(1 + figureScale, Math.max(label.length, figure.length * figureScale))
  if (both >= smallestOfTwo) return { fontSize: both, hasFigure: true }
  const alone = fit(1, label.length)
  return alone >= smallest ? { fontSize: alone, hasFigure: false } : undefined
}

// The open font of every PDF: Noto Sans under the SIL Open Font License, shipped by its package as one file per script.
// Text is split into runs that one file can write; a character that no file contains becomes a visible mark and is
// recorded by its code.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { unpackWoff } from './unpack-woff.ts'

const require = createRequire(import.meta.url)

export type FontWeight = 'plain' | 'strong'

const weights = { plain: '400', strong: '600' } as const
/** In order of preference: the first file that contains a character writes it. */
const scripts = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'] as const
export type FontScript = (typeof scripts)[number]

/** Replaces a character that the font lacks; the Latin file draws it as a question mark in a box. */
export const missingMark = '\uFFFD'

export interface FontRun {
  readonly script: FontScript
  readonly text: string
}

export interface FontFace {
  readonly fileOf: (script: FontScript) => string
  /** Returns the opened font of a script, shared by all documents of the thread: opening it costs more than a page. */
  readonly fontOf: (script: FontScript) => Font
  /**
   * Splits the text into runs; characters missing from the font are marked and reported to `onMissing` by their code,
   * once per visible character.
   */
  runs(text: string, onMissing?: (code: string) => void): readonly FontRun[]
  /** Returns the width of the text in points at `size`, without kerning. */
  width(text: string, size: number): number
}

/** Height above the baseline as a fraction of the size; the same in every file. */
export const ascent = 1.069

const faces = new Map<FontWeight, FontFace>()

/** Returns the face of a weight; its files are opened when a text needs them, once per thread. */
export function fontFace(weight: FontWeight): FontFace {
  const known = faces.get(weight)
  if (known) return known
  const face = openFace(weight)
  faces.set(weight, face)
  return face
}

function openFace(weight: FontWeight): FontFace {
  const fileOf = (script: FontScript): string =>
    require.resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weights[weight]}-normal.woff`)
  const fonts = new Map<FontScript, Font>()
  const open = (script: FontScript): Font => {
    const opened = fonts.get(script) ?? create(unpackWoff(readFileSync(fileOf(script))))
    if ('fonts' in opened) throw new Error(`${fileOf(script)} holds a collection, not one font.`)
    fonts.set(script, opened)
    return opened
  }
  const scriptOf = new Map<number, FontScript | undefined>()
  const findScript = (code: number): FontScript | undefined => {
    if (!scriptOf.has(code))
      scriptOf.set(
        code,
        scripts.find((script) => open(script).hasGlyphForCodePoint(code)),
      )
    return scriptOf.get(code)
  }
  const advances = new Map<number, number>()
  const advanceOf = (code: number): number => {
    let advance = advances.get(code)
    if (advance === undefined) {
      const script = findScript(code)
      const font = open(script ?? 'latin')
      advance = font.glyphForCodePoint(script ? code : missingMark.codePointAt(0)!).advanceWidth / font.unitsPerEm
      advances.set(code, advance)
    }
    return advance
  }
  return {
    fileOf,
    fontOf: open,
    runs: (text, onMissing) =>
      isPlainLatin(text)
        ? [{ script: 'latin', text }]
        : splitRuns(text, findScript, (code, script) => open(script).hasGlyphForCodePoint(code), onMissing),
    width(text, size) {
      let sum = 0
      if (isPlainLatin(text)) for (let index = 0; index < text.length; index++) sum += advanceOf(text.charCodeAt(index))
      else
        for (const visible of visibleCharacters(text, findScript))
          sum += visible === undefined ? advanceOf(0xfffd) : advanceOf(visible)
      return sum * size
    },
  }
}

/** Printable ASCII, which is nearly everything in a report of figures, needs no search. */
function isPlainLatin(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 || unit > 0x7e) return false
  }
  return true
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Yields the code points to write; undefined marks one visible character that the font lacks. */
function* visibleCharacters(
  text: string,
  findScript: (code: number) => FontScript | undefined,
): Generator<number | undefined> {
  for (const { codes, isKnown } of characters(text, findScript)) {
    if (isKnown) yield* codes
    else yield undefined
  }
}

function* characters(
  text: string,
  findScript: (code: number) => FontScript | undefined,
): Generator<{ readonly codes: readonly number[]; readonly isKnown: boolean }> {
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) {
    // Control characters have no glyph; a tab or line end that gets here is written as a space.
    const codes = Array.from(segment, (character) => character.codePointAt(0)!).map((code) =>
      code < 0x20 || code === 0x7f ? 0x20 : code,
    )
    yield { codes, isKnown: codes.every((code) => findScript(code) !== undefined) }
  }
}

function splitRuns(
  text: string,
  findScript: (code: number) => FontScript | undefined,
  knows: (code: number, script: FontScript) => boolean,
  onMissing: ((code: string) => void) | undefined,
): FontRun[] {
  const runs: { script: FontScript; text: string }[] = []
  const append = (script: FontScript, part: string) => {
    const last = runs.at(-1)
    if (last?.script === script) last.text += part
    else runs.push({ script, text: part })
  }
  for (const { codes, isKnown } of characters(text, findScript)) {
    if (!isKnown) {
      onMissing?.(codes.map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`).join(' '))
      append('latin', missingMark)
      continue
    }
    // A combining mark stays in the file of its letter if that file has it, so that it is placed on the letter.
    for (const code of codes) {
      const current = runs.at(-1)?.script
      append(
        current !== undefined && current !== 'latin' && knows(code, current) ? current : findScript(code)!,
        String.fromCodePoint(code),
      )
    }
  }
  return runs
}

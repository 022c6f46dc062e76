// The packed and the unpacked font are the same font.
import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { fontFace } from './noto-sans.ts'
import { unpackWoff } from './unpack-woff.ts'

test.each(['latin', 'greek', 'cyrillic-ext'] as const)(
  'the unpacked font of %s draws the same letters in the same width',
  (script) => {
    const file = readFileSync(fontFace('strong').fileOf(script))
    const packed = create(file) as Font
    const plain = create(unpackWoff(file)) as Font
    expect(plain.postscriptName).toBe(packed.postscriptName)
    expect(plain.characterSet).toEqual(packed.characterSet)
    for (const code of packed.characterSet.slice(0, 120)) {
      const [theirs, ours] = [packed.glyphForCodePoint(code), plain.glyphForCodePoint(code)]
      expect(ours.advanceWidth).toBe(theirs.advanceWidth)
      expect(ours.path.toSVG()).toBe(theirs.path.toSVG())
    }
  },
)

test('what is no such file, and one that was cut, is refused', () => {
  expect(() => unpackWoff(Buffer.from('%PDF-1.7 and so on, long enough'))).toThrow('no WOFF file')
  const file = readFileSync(fontFace('plain').fileOf('latin'))
  expect(() => unpackWoff(file.subarray(0, 2_000))).toThrow(/unexpected end of file|not whole/)
})

import { expect, test } from 'vitest'
import { picturePdf } from './picture-pdf.ts'

const jpeg = new Uint8Array([0xff, 0xd8, 1, 2, 3, 0xff, 0xd9])
const bytes = picturePdf({ jpeg, widthPx: 1600, heightPx: 900 }, 'Zoë (CRVN)')
const text = new TextDecoder('latin1').decode(bytes)

test('every object begins where the table says', () => {
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1])
  expect(text.slice(table, table + 5)).toBe('xref\n')
  const starts = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, start]) => Number(start))
  expect(starts.map((start) => text.slice(start, start + 7))).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => `${number} 0 obj`),
  )
})

test('the picture lies in it unchanged, inside the page and in its own proportions', () => {
  expect(text).toContain('/Width 1600 /Height 900')
  const start = text.indexOf('stream\n', text.indexOf('/DCTDecode')) + 7
  expect(bytes.slice(start, start + jpeg.length)).toEqual(jpeg)
  const [, width, height, left, bottom] = /q ([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm/.exec(text)!.map(Number)
  expect(width! / height!).toBeCloseTo(16 / 9, 3)
  expect([width! + 2 * left!, height! + 2 * bottom!].map(Math.round)).toEqual([842, 595])
})

test('the title is text, whatever it contains', () => {
  expect(text).toContain('/Title <feff005a006f00eb00200028004300520056004e0029>')
})

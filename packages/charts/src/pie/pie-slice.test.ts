import { describe, expect, test } from 'vitest'
import { chartTheme } from '../theme.ts'
import { canBeDrawn, pieColor, shade, slicePercentText, sliceText, type PieSlice } from './pie-slice.ts'

const slice = (value: number, more: Partial<PieSlice> = {}): PieSlice => ({
  id: 'a',
  name: 'CRVN',
  value,
  details: [{ label: 'Quantity', text: '150' }],
  ...more,
})

describe('slices', () => {
  test('of zero, negative or no value are not drawn', () => {
    expect([1, 0, -3, Number.NaN].map((value) => canBeDrawn(slice(value)))).toEqual([true, false, false, false])
  })

  test('print their share, or the percentage they were given, which may exceed 100', () => {
    expect(slicePercentText(slice(1), 3)).toBe('33.33%')
    expect(slicePercentText(slice(1, { percent: 135.2 }), 3)).toBe('135.20%')
    expect(slicePercentText(slice(-1), 3)).toBe('0.00%')
  })

  test('read as one line', () => {
    expect(sliceText(slice(1, { mark: 'short' }), 4)).toBe('CRVN (short), 25.00%, Quantity 150')
  })

  test('take the colours of the look, buying power its grey, walls a darker tone', () => {
    expect(pieColor(chartTheme.light, 1)).toBe('#E0A73A')
    expect(pieColor(chartTheme.light, 11)).toBe('#E0A73A')
    expect(pieColor(chartTheme.dark, 0, true)).toBe('#59626E')
    expect(shade('#FF8000', 0.5)).toBe('#804000')
  })
})

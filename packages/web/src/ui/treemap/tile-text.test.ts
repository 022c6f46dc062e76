import { expect, test } from 'vitest'
import { tileText } from './tile-text.ts'

const fit = (width: number, height: number) => tileText({ left: 0, top: 0, width, height }, 'AAPL', '+1.25%')

test('a large tile has its name and its figure, and no larger letters than a heading needs', () => {
  expect(fit(300, 200)).toEqual({ fontSize: 22, hasFigure: true })
})

test('a tile that is too low for two lines has its name', () => {
  expect(fit(60, 24)).toEqual({ fontSize: 14, hasFigure: false })
})

test('a tile that is too small for letters that can be read has none', () => {
  expect(fit(24, 60)).toBeUndefined()
  expect(fit(60, 12)).toBeUndefined()
})

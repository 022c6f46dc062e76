// The colors of heat maps: text on them can be read, a stronger change is a stronger color, and a gain and a loss stay
// different for people who do not tell red from green.
import { describe, expect, test } from 'vitest'
import { heatTones } from '../../ui/treemap/heat-tone.ts'
import { surfaces } from './palette.ts'

type Rgb = readonly [number, number, number]

/** Linear light, from 0 to 1. */
function linear(hex: string): Rgb {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}
const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b
const contrast = (one: Rgb, other: Rgb): number => {
  const [high, low] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high! + 0.05) / (low! + 0.05)
}

/** Machado, Oliveira and Fernandes (2009), severity 1.0. */
const blindness = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
} as const

function seenBy(matrix: (typeof blindness)[keyof typeof blindness], [r, g, b]: Rgb): Rgb {
  const [x, y, z] = matrix.map(([p, q, s]) => Math.min(1, Math.max(0, p * r + q * g + s * b)))
  return [x!, y!, z!]
}

/** CIE 1976 color difference; 2.3 is just noticeable. */
function difference(one: Rgb, other: Rgb): number {
  const lab = ([r, g, b]: Rgb) => {
    const f = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : (24_389 / 27 / 116) * t + 16 / 116)
    const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
    const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
    const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }
  const [a, b] = [lab(one), lab(other)]
  return Math.hypot(...a.map((value, index) => value - b[index]!))
}

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  const surface = surfaces[theme]
  const tile = (tone: number): Rgb =>
    linear(
      tone === 0
        ? surface['heat-flat']
        : surface[`heat-${tone > 0 ? 'gain' : 'loss'}-${Math.abs(tone) === 1 ? 1 : Math.abs(tone) === 2 ? 2 : 3}`],
    )
  const text = (tone: number): Rgb =>
    linear(surface[`heat-text-${Math.abs(tone) === 3 ? 3 : Math.abs(tone) === 2 ? 2 : 1}`])

  test.each(heatTones)('text on tone %i can be read', (tone) => {
    expect(contrast(tile(tone), text(tone))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(Object.entries(blindness))('with %s a gain and a loss are different colors', (_name, matrix) => {
    for (const strength of [1, 2, 3])
      expect(difference(seenBy(matrix, tile(strength)), seenBy(matrix, tile(-strength)))).toBeGreaterThan(15)
  })

  test('neighbors of the legend are different colors', () => {
    for (const tone of [-3, -2, -1, 0, 1, 2]) expect(difference(tile(tone), tile(tone + 1))).toBeGreaterThan(8)
  })
})

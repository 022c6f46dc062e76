// The logo of the demonstration's club: rising bars above the waves of a river. It is drawn, so that nothing has to be
// licensed, and uploaded like every logo.
import { writePng } from '../adapters/picture/png.ts'

const side = 240
/** Points in each direction that a pixel is the average of. */
const samples = 4
const ground = [14, 92, 107]
const ink = [255, 255, 255]
const bars = [
  { from: 54, to: 88, top: 112 },
  { from: 103, to: 137, top: 82 },
  { from: 152, to: 186, top: 48 },
]
const corner = 44

/** Returns the same PNG file every time. */
export function drawClubLogo(): Buffer {
  const pixels = new Uint8Array(side * side * 4)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      let [inside, inked] = [0, 0]
      for (let part = 0; part < samples ** 2; part++) {
        const [px, py] = [x + ((part % samples) + 0.5) / samples, y + (Math.floor(part / samples) + 0.5) / samples]
        if (!isInside(px, py)) continue
        inside += 1
        if (isInked(px, py)) inked += 1
      }
      const share = inside === 0 ? 0 : inked / inside
      const colour = ground.map((value, index) => Math.round(value + ((ink[index] ?? 0) - value) * share))
      pixels.set([...colour, Math.round((255 * inside) / samples ** 2)], (y * side + x) * 4)
    }
  return writePng({ width: side, height: side, pixels })
}

/** A square with round corners. */
function isInside(x: number, y: number): boolean {
  const beyond = (value: number): number => Math.max(corner - value, value - (side - corner), 0)
  return Math.hypot(beyond(x), beyond(y)) <= corner
}

function isInked(x: number, y: number): boolean {
  const wave = (middle: number): boolean => Math.abs(y - middle - 7 * Math.sin(x / 19)) <= 6
  return (
    bars.some(({ from, to, top }) => x >= from && x <= to && y >= top && y <= 142) ||
    (x >= 34 && x <= 206 && (wave(170) || wave(196)))
  )
}

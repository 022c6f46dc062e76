import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTurn } from './frame.ts'

const frames: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
})
afterEach(() => {
  passFrames(5)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
function passFrames(count: number): void {
  for (let frame = 0; frame < count; frame++) {
    for (const draw of frames.splice(0)) draw()
    vi.runAllTimers()
  }
}

test('one chart is made at once, and each other one after a frame of its own', () => {
  const made: string[] = []
  for (const name of ['history', 'comparison', 'money']) inTurn(() => made.push(name))
  expect(made).toEqual(['history'])
  passFrames(1)
  expect(made).toEqual(['history', 'comparison'])
  passFrames(1)
  expect(made).toEqual(['history', 'comparison', 'money'])
})

test('what is withdrawn is not made, and holds nobody up', () => {
  const made: string[] = []
  inTurn(() => made.push('history'))
  const withdraw = inTurn(() => made.push('comparison'))
  inTurn(() => made.push('money'))
  withdraw()
  passFrames(1)
  expect(made).toEqual(['history', 'money'])
})

test('a chart after a pause is made at once', () => {
  const made: string[] = []
  inTurn(() => made.push('history'))
  passFrames(2)
  inTurn(() => made.push('comparison'))
  expect(made).toEqual(['history', 'comparison'])
})

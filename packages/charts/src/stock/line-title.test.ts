import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeTitles, titleHeightPx, type LineTitle } from './line-title.ts'

const title = (id: string, yPx: number, widthPx: number, givesWay = false): LineTitle => ({
  id,
  yPx,
  widthPx,
  shortPx: widthPx / 2,
  givesWay,
})

describe('titles of price lines', () => {
  test('are at the left while their lines are apart', () => {
    expect(placeTitles([title('a', 100, 60), title('b', 140, 80)], 600).map(({ xPx }) => xPx)).toEqual([8, 8])
  })

  test('stand beside each other where lines are close', () => {
    expect(placeTitles([title('a', 100, 60), title('b', 105, 80), title('c', 110, 50)], 600)).toEqual([
      { id: 'a', xPx: 8, isShort: false, isBelow: false },
      { id: 'b', xPx: 68, isShort: false, isBelow: false },
      { id: 'c', xPx: 148, isShort: false, isBelow: false },
    ])
  })

  test('are short, then below their line, on a plot that is narrow', () => {
    expect(placeTitles([title('a', 100, 60), title('b', 105, 80)], 120)[1]).toMatchObject({ xPx: 68, isShort: true })
    expect(placeTitles([title('a', 100, 60), title('b', 105, 80)], 100)[1]).toMatchObject({ xPx: 8, isBelow: true })
  })

  test('of found levels are left out where there is no room, those of the user never', () => {
    const crowd = [title('a', 100, 90), title('b', 104, 90), title('c', 108, 90)]
    expect(placeTitles([...crowd, title('found', 106, 90, true)], 100).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  test('cover each other only when nothing else is left', () => {
    const titles = fc.array(
      fc.record({ yPx: fc.integer({ min: 0, max: 300 }), widthPx: fc.integer({ min: 20, max: 90 }) }),
      {
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(titles, (given) => {
        const lines = given.map(({ yPx, widthPx }, index) => title(String(index), yPx, widthPx, true))
        const boxes = placeTitles(lines, 330).map(({ id, xPx, isShort, isBelow }) => {
          const line = lines[Number(id)]!
          return {
            topPx: isBelow ? line.yPx : line.yPx - titleHeightPx,
            fromPx: xPx,
            toPx: xPx + (isShort ? line.shortPx : line.widthPx),
          }
        })
        for (const [index, box] of boxes.entries()) {
          expect(box.toPx).toBeLessThanOrEqual(330)
          for (const other of boxes.slice(index + 1)) {
            const isApart =
              Math.abs(other.topPx - box.topPx) >= titleHeightPx || other.fromPx >= box.toPx || other.toPx <= box.fromPx
            expect(isApart).toBe(true)
          }
        }
      }),
    )
  })
})

// The row of range buttons. The pressed state follows the chart and is written directly to the DOM: panning must not
// render React.

import type { ReactElement, Ref } from 'react'
import type { ChartRange, RangeBase } from './chart-range.ts'

export interface RangeButtonsProps {
  readonly ref: Ref<HTMLDivElement>
  readonly ranges: readonly ChartRange[]
  /** Returns the start of a range, or why it cannot be chosen. */
  readonly base: (range: ChartRange) => RangeBase | undefined
  readonly onChoose: (range: ChartRange) => void
}

const words: Readonly<Record<ChartRange, string>> = {
  '1h': 'Last hour',
  '1D': 'Last day',
  '1W': 'Last week',
  '1M': 'Last month',
  '3M': 'Last three months',
  '1Y': 'Last year',
  '2Y': 'Last two years',
  '3Y': 'Last three years',
  YTD: 'Year to date',
  All: 'Everything',
}

export function RangeButtons({ ref, ranges, base, onChoose }: RangeButtonsProps): ReactElement {
  return (
    <div className="cf-ranges" role="group" aria-label="Range" ref={ref}>
      {ranges.map((range) => {
        const found = base(range)
        const isOff = found !== undefined && 'refusal' in found
        return (
          <button
            key={range}
            type="button"
            className="cf-button"
            data-range={range}
            aria-disabled={isOff}
            title={rangeTitle(range, found)}
            onClick={() => {
              if (!isOff) onChoose(range)
            }}
          >
            {range}
          </button>
        )
      })}
    </div>
  )
}

/** Returns "Last year, from the close of 2025-11-20", or the reason why the range is disabled. */
function rangeTitle(range: ChartRange, found: RangeBase | undefined): string {
  if (found === undefined) return words[range]
  if ('refusal' in found) return `${words[range]}: ${found.refusal}`
  return found.baseDay === undefined ? words[range] : `${words[range]}, from the close of ${found.baseDay}`
}

/** Marks one range as chosen, or none. */
export function pressRange(group: HTMLElement | null, chosen: ChartRange | undefined): void {
  if (group === null) return
  const state = `${chosen ?? 'none'} of ${group.childElementCount}`
  if (group.dataset['chosen'] === state) return
  group.dataset['chosen'] = state
  for (const button of group.querySelectorAll<HTMLElement>('[data-range]')) {
    button.setAttribute('aria-pressed', String(button.dataset['range'] === chosen))
  }
}

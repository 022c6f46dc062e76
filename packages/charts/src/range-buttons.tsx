// The row of range buttons. Which one is pressed follows the chart and is written into the page directly: panning must not render React.

import type { ReactElement, Ref } from 'react'
import type { ChartRange } from './chart-range.ts'

export interface RangeButtonsProps {
  readonly ref: Ref<HTMLDivElement>
  readonly ranges: readonly ChartRange[]
  /** Why a range cannot be chosen; undefined when it can. */
  readonly refusal: (range: ChartRange) => string | undefined
  readonly onChoose: (range: ChartRange) => void
}

const words: Readonly<Record<ChartRange, string>> = {
  '1h': 'Last hour', '1D': 'Last day', '1W': 'Last week', '1M': 'Last month', '1Y': 'Last year', '2Y': 'Last two years', '3Y': 'Last three years',
  YTD: 'Year to date', All: 'Everything',
}

export function RangeButtons({ ref, ranges, refusal, onChoose }: RangeButtonsProps): ReactElement {
  return (
    <div className="cf-ranges" role="group" aria-label="Range" ref={ref}>
      {ranges.map((range) => {
        const why = refusal(range)
        return (
          <button
            key={range} type="button" className="cf-button" data-range={range} aria-disabled={why !== undefined}
            title={why === undefined ? words[range] : `${words[range]}: ${why.toLowerCase()}`}
            onClick={() => { if (why === undefined) onChoose(range) }}
          >
            {range}
          </button>
        )
      })}
    </div>
  )
}

/** Shows one range as chosen, or none. */
export function pressRange(group: HTMLElement | null, chosen: ChartRange | undefined): void {
  if (group === null) return
  const state = `${chosen ?? 'none'} of ${group.childElementCount}`
  if (group.dataset['chosen'] === state) return
  group.dataset['chosen'] = state
  for (const button of group.querySelectorAll<HTMLElement>('[data-range]')) {
    button.setAttribute('aria-pressed', String(button.dataset['range'] === chosen))
  }
}

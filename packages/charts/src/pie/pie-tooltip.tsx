// The tooltip of a slice: name, percentage and details. It repeats the slice's accessible name, so it is hidden from
// assistive technology.

import type { ReactElement } from 'react'
import { sliceName, type PieSlice } from './pie-slice.ts'

/** The slice under the pointer or with focus, and the position. */
export interface PointedSlice {
  readonly id: string
  readonly x: number
  readonly y: number
}

export interface PieTooltipProps {
  readonly slice: PieSlice
  readonly percent: string
  readonly color: string
  readonly at: PointedSlice
  readonly width: number
  readonly height: number
}

export function PieTooltip({ slice, percent, color, at, width, height }: PieTooltipProps): ReactElement {
  const isRight = at.x > width / 2
  const isLow = at.y > height / 2
  return (
    <div
      className="cf-tooltip"
      aria-hidden="true"
      style={{
        [isRight ? 'right' : 'left']: (isRight ? width - at.x : at.x) + 12,
        [isLow ? 'bottom' : 'top']: (isLow ? height - at.y : at.y) + 12,
      }}
    >
      <div className="cf-tooltip-name">
        <span className="cf-square" style={{ background: color }} />
        {sliceName(slice)}
      </div>
      <dl>
        <div className="cf-pair">
          <dt>Percent</dt>
          <dd>{percent}</dd>
        </div>
        {slice.details.map(({ label, text, tone }) => (
          <div key={label} className="cf-pair">
            <dt>{label}</dt>
            <dd className="cf-change" data-direction={tone ?? 'none'}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

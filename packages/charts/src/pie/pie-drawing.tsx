// The SVG of the pie: walls first, then tops, then labels. One slice at a time is in the tab order; arrow keys move
// around the pie.

import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react'
import { frontSpans, topPath, wallPath } from './pie-geometry.ts'
import type { PlacedLabel, PieLayout } from './pie-layout.ts'

export interface DrawnSlice {
  readonly id: string
  readonly name: string
  readonly percent: string
  readonly text: string
  readonly color: string
  readonly wallColor: string
}

export interface PieDrawingProps {
  readonly title: string
  readonly layout: PieLayout
  readonly slices: readonly DrawnSlice[]
  readonly width: number
  readonly height: number
  readonly selectedId: string | undefined
  readonly onSelect: ((id: string) => void) | undefined
  readonly onPoint: (id: string, event?: PointerEvent) => void
  readonly onLeave: () => void
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

export function PieDrawing({
  title,
  layout,
  slices,
  width,
  height,
  selectedId,
  onSelect,
  onPoint,
  onLeave,
}: PieDrawingProps): ReactElement {
  const root = useRef<SVGSVGElement>(null)
  const [reached, setReached] = useState<string | undefined>(undefined)
  const [ringed, setRinged] = useState<string | undefined>(undefined)
  const entry = slices.some(({ id }) => id === reached) ? reached : slices[0]?.id
  const { box } = layout
  const laid = slices.flatMap((slice) => {
    const place = layout.slices.find(({ id }) => id === slice.id)
    return place === undefined ? [] : [{ slice, place }]
  })

  function key(event: KeyboardEvent, index: number): void {
    const id = slices[index]?.id
    const step = steps[event.key]
    if ((event.key === 'Enter' || event.key === ' ') && id !== undefined && onSelect !== undefined) {
      event.preventDefault()
      onSelect(id)
    }
    if (step === undefined) return
    event.preventDefault()
    const next = slices[(index + step + slices.length) % slices.length]
    if (next === undefined) return
    setReached(next.id)
    root.current?.querySelector<SVGGElement>(`[data-slice="${CSS.escape(next.id)}"]`)?.focus()
  }

  return (
    <svg
      ref={root}
      className="cf-pie"
      width={width}
      height={height}
      role={onSelect === undefined ? 'listbox' : 'group'}
      aria-label={title}
    >
      <g aria-hidden="true">
        {laid.flatMap(({ slice, place }) =>
          frontSpans(place.angles).map((span) => (
            <path
              key={`${slice.id} ${span.from}`}
              className="cf-seam"
              d={wallPath(box, span)}
              fill={slice.wallColor}
              cursor={onSelect && 'pointer'}
              onPointerMove={(event) => onPoint(slice.id, event)}
              onPointerLeave={onLeave}
              onClick={() => onSelect?.(slice.id)}
            />
          )),
        )}
      </g>
      {laid.map(({ slice, place }, index) => (
        <g
          key={slice.id}
          data-slice={slice.id}
          role={onSelect === undefined ? 'option' : 'button'}
          aria-label={slice.text}
          {...(onSelect === undefined
            ? { 'aria-selected': slice.id === reached }
            : { 'aria-pressed': slice.id === selectedId })}
          tabIndex={slice.id === entry ? 0 : -1}
          className="cf-slice"
          cursor={onSelect && 'pointer'}
          onPointerMove={(event) => onPoint(slice.id, event)}
          onPointerLeave={onLeave}
          onClick={() => onSelect?.(slice.id)}
          onKeyDown={(event) => key(event, index)}
          onBlur={() => {
            setRinged(undefined)
            onLeave()
          }}
          onFocus={(event) => {
            setReached(slice.id)
            if (event.currentTarget.matches(':focus-visible')) setRinged(slice.id)
            onPoint(slice.id)
          }}
        >
          <path className="cf-seam" d={topPath(box, place.angles)} fill={slice.color} />
        </g>
      ))}
      {/* Above all seams; otherwise the neighbour's seam would cover half of the ring. */}
      <g aria-hidden="true" pointerEvents="none">
        {laid.map(({ slice, place }) => (
          <path
            key={slice.id}
            className="cf-ring"
            data-selected={slice.id === selectedId}
            d={topPath(box, place.angles)}
          />
        ))}
        {laid
          .filter(({ slice }) => slice.id === ringed)
          .map(({ slice, place }) => (
            <g key={slice.id}>
              <path className="cf-focus-under" d={topPath(box, place.angles)} />
              <path className="cf-focus" d={topPath(box, place.angles)} />
            </g>
          ))}
        {laid.map(
          ({ slice, place }) =>
            place.label && <Label key={slice.id} label={place.label} name={slice.name} percent={slice.percent} />,
        )}
      </g>
    </svg>
  )
}

function Label({
  label,
  name,
  percent,
}: {
  readonly label: PlacedLabel
  readonly name: string
  readonly percent: string
}): ReactElement {
  const anchor = label.isLeft ? 'end' : 'start'
  return (
    <g textAnchor={anchor}>
      <polyline
        className="cf-leader"
        points={label.leader.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
      />
      <text className="cf-pie-name" x={label.x} y={label.y}>
        {shortened(name)}
      </text>
      <text className="cf-pie-percent" x={label.x} y={label.y + 13}>
        {percent}
      </text>
    </g>
  )
}

const nameLimit = 16

/** Shortens long names in labels; tooltip and table show them in full. */
function shortened(name: string): string {
  return name.length > nameLimit ? `${name.slice(0, nameLimit - 1)}…` : name
}

// Draws a report's graph: grid, axis labels from its column, bars or lines, a legend, and the values under the pointer.
import { axisTicks, type DrawnGraph } from '@clubfolio/contract'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import classes from './report.module.css'
import { summariseGraph } from './report-graph-series.ts'

const edge = { top: 10, right: 12, bottom: 24, left: 78 } as const
const colours = ['var(--cf-series-1)', 'var(--cf-series-2)', 'var(--cf-series-3)', 'var(--cf-series-4)'] as const
const colourOf = (index: number): string => colours[index % colours.length]!
/** The second four series have the colours of the first four: their lines are broken and their bars pale. */
const isRepeated = (index: number): boolean => index >= colours.length
const dashOf = (index: number): string | undefined => (isRepeated(index) ? '5 3' : undefined)
const opacityOf = (index: number): number => (isRepeated(index) ? 0.45 : 1)
/** The width of a label below the axis. */
const labelPx = 88

export function ReportGraphDrawing({ graph }: { readonly graph: DrawnGraph }) {
  const { ref, width, height } = useElementSize()
  const [pointed, setPointed] = useState<number>()
  const { kind, points, series, leftOut } = graph
  const told = pointed === undefined ? undefined : points[pointed]
  return (
    <>
      <div className={classes['legend']}>
        {told ? <span>{told.label}</span> : null}
        {series.map(({ key, name, write }, index) => {
          const value = told?.values[index]
          return (
            <span key={key}>
              <Swatch kind={kind} index={index} />
              {name}
              {value === undefined ? '' : ` ${write(value)}`}
            </span>
          )
        })}
        {leftOut > 0 ? <span>{leftOut} more not drawn</span> : null}
      </div>
      <div ref={ref} className={classes['drawing']}>
        {width > 0 && height > 0 ? (
          <Plot graph={graph} kind={kind} width={width} height={height} pointed={pointed} onPoint={setPointed} />
        ) : null}
      </div>
    </>
  )
}

function Swatch({ kind, index }: { readonly kind: DrawnGraph['kind']; readonly index: number }) {
  return (
    <svg width={14} height={10} aria-hidden>
      {kind === 'BAR' ? (
        <rect x={2} width={10} height={10} rx={2} fill={colourOf(index)} fillOpacity={opacityOf(index)} />
      ) : (
        <line x2={14} y1={5} y2={5} stroke={colourOf(index)} strokeWidth={2} strokeDasharray={dashOf(index)} />
      )}
    </svg>
  )
}

interface PlotProps {
  readonly graph: DrawnGraph
  readonly kind: DrawnGraph['kind']
  readonly width: number
  readonly height: number
  readonly pointed: number | undefined
  readonly onPoint: (index: number | undefined) => void
}

function Plot({ graph, kind, width, height, pointed, onPoint }: PlotProps) {
  const { points, series } = graph
  const values = points.flatMap((point) => point.values.filter((value) => value !== undefined))
  const [least, most] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as [number, number])
  // Bars start at zero; the range of lines fills the height.
  const ticks = kind === 'BAR' ? axisTicks(Math.min(0, least), Math.max(0, most)) : axisTicks(least, most)
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const slot = (width - edge.left - edge.right) / points.length
  const xOf = (index: number) => edge.left + (index + 0.5) * slot
  const yOf = (value: number) => edge.top + ((high - value) / (high - low)) * (height - edge.top - edge.bottom)
  const every = Math.max(1, Math.ceil((points.length * labelPx) / (width - edge.left - edge.right)))
  // One bar is at most 40 pixels wide; several share their slot.
  const bar = Math.max(1, Math.min(20 + 20 * series.length, slot * 0.7)) / series.length
  return (
    <svg
      role="img"
      aria-label={summariseGraph(graph)}
      width={width}
      height={height}
      onPointerMove={(event) => {
        const index = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - edge.left) / slot)
        onPoint(index >= 0 && index < points.length ? index : undefined)
      }}
      onPointerLeave={() => onPoint(undefined)}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={edge.left}
            x2={width - edge.right}
            y1={yOf(tick)}
            y2={yOf(tick)}
            className={tick === 0 ? classes['zero'] : classes['grid']}
          />
          <text x={edge.left - 8} y={yOf(tick)} textAnchor="end" dominantBaseline="central">
            {series[0]!.write(tick)}
          </text>
        </g>
      ))}
      {points.map(({ label }, index) => {
        if (index % every !== 0) return null
        // A label at the right end would overflow its panel.
        const isLast = xOf(index) + labelPx / 2 > width
        return (
          <text key={index} x={isLast ? width - 4 : xOf(index)} y={height - 6} textAnchor={isLast ? 'end' : 'middle'}>
            {label.length > 14 ? `${label.slice(0, 13)}…` : label}
          </text>
        )
      })}
      {pointed === undefined ? null : (
        <line x1={xOf(pointed)} x2={xOf(pointed)} y1={edge.top} y2={height - edge.bottom} className={classes['zero']} />
      )}
      {series.map(({ key }, which) =>
        kind === 'BAR' ? (
          <g key={key} fill={colourOf(which)} fillOpacity={opacityOf(which)}>
            {points.map(({ values: own }, index) => {
              const value = own[which]
              if (value === undefined) return null
              return (
                <rect
                  key={index}
                  x={xOf(index) + (which - series.length / 2) * bar}
                  width={Math.max(1, bar - (bar > 6 ? 1 : 0))}
                  y={Math.min(yOf(value), yOf(0))}
                  height={Math.max(1, Math.abs(yOf(value) - yOf(0)))}
                />
              )
            })}
          </g>
        ) : (
          <g key={key} stroke={colourOf(which)} strokeDasharray={dashOf(which)} fill={colourOf(which)}>
            <polyline
              fill="none"
              strokeWidth={1.5}
              points={points
                .flatMap(({ values: own }, index) =>
                  own[which] === undefined ? [] : [`${xOf(index)},${yOf(own[which])}`],
                )
                .join(' ')}
            />
            {points.length === 1 && points[0]!.values[which] !== undefined ? (
              <circle cx={xOf(0)} cy={yOf(points[0]!.values[which])} r={3} />
            ) : null}
          </g>
        ),
      )}
    </svg>
  )
}

// Volume, open interest and volatility of one expiration as pictures: bars by strike, calls up and puts down, and the
// smile. The table of the chain has the same figures as numbers.
import { Fragment } from 'react'
import { formatBigNumber } from '../../ui/format/number.ts'
import type { ChainRow } from './chain.ts'
import classes from './picture.module.css'
import { linearScale, linePoints, ticksOf } from './plot.ts'

const width = 560
const height = 200
const edge = { left: 44, right: 8, top: 10, bottom: 20 }

export interface ActivityProps {
  readonly rows: readonly ChainRow[]
  readonly price: number | null
}

interface BarsProps extends ActivityProps {
  readonly title: string
  readonly field: 'totalVolume' | 'openInterest'
}

const strikesOfRows = (rows: readonly ChainRow[]): readonly [number, number] => [
  rows[0]?.strike ?? 0,
  rows.at(-1)?.strike ?? 1,
]

export function StrikeBars({ rows, price, title, field }: BarsProps) {
  const most = Math.max(10, ...rows.flatMap(({ call, put }) => [call?.[field] ?? 0, put?.[field] ?? 0]))
  const [first, last] = strikesOfRows(rows)
  const pad = (last - first) / Math.max(1, rows.length - 1)
  const x = linearScale([first - pad, last + pad], [edge.left, width - edge.right])
  const y = linearScale([-most, most], [height - edge.bottom, edge.top])
  const bar = Math.max(1, ((width - edge.left - edge.right) / (rows.length + 2)) * 0.7)
  const sum = (side: 'call' | 'put'): number => rows.reduce((total, row) => total + (row[side]?.[field] ?? 0), 0)
  const summary = `${title}: calls ${formatBigNumber(sum('call'))}, puts ${formatBigNumber(sum('put'))}`
  return (
    <figure className={classes['figure']}>
      <figcaption className={classes['caption']}>
        {title}
        <span className={classes['key']} data-series="call">{`Calls ${formatBigNumber(sum('call'))}`}</span>
        <span className={classes['key']} data-series="put">{`Puts ${formatBigNumber(sum('put'))}`}</span>
      </figcaption>
      <svg className={classes['picture']} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
        {ticksOf(-most, most, 4).map((value) => (
          <Fragment key={value}>
            <line
              className={classes['grid']}
              x1={edge.left}
              x2={width - edge.right}
              y1={y.at(value)}
              y2={y.at(value)}
            />
            <text className={classes['tick']} x={edge.left - 4} y={y.at(value) + 3} textAnchor="end">
              {formatBigNumber(Math.abs(value))}
            </text>
          </Fragment>
        ))}
        {rows.map(({ strike, call, put }) => (
          <Fragment key={strike}>
            <rect
              className={classes['callBar']}
              x={x.at(strike) - bar / 2}
              width={bar}
              y={y.at(call?.[field] ?? 0)}
              height={y.at(0) - y.at(call?.[field] ?? 0)}
            >
              <title>{`${strike} call: ${call?.[field] ?? 0}`}</title>
            </rect>
            <rect
              className={classes['putBar']}
              x={x.at(strike) - bar / 2}
              width={bar}
              y={y.at(0)}
              height={y.at(-(put?.[field] ?? 0)) - y.at(0)}
            >
              <title>{`${strike} put: ${put?.[field] ?? 0}`}</title>
            </rect>
          </Fragment>
        ))}
        <PriceAxis x={x} price={price} />
      </svg>
    </figure>
  )
}

export function SmilePicture({ rows, price }: ActivityProps) {
  const points = (side: 'call' | 'put'): (readonly [number, number])[] =>
    rows.flatMap((row) => {
      const volatility = row[side]?.volatility
      return volatility === undefined || volatility === null ? [] : [[row.strike, volatility] as const]
    })
  const [calls, puts] = [points('call'), points('put')]
  const all = [...calls, ...puts].map(([, volatility]) => volatility)
  const [low, high] = all.length === 0 ? [0, 1] : [Math.min(...all), Math.max(...all)]
  const room = (high - low || 1) * 0.1
  const x = linearScale(strikesOfRows(rows), [edge.left, width - edge.right])
  const y = linearScale([low - room, high + room], [height - edge.bottom, edge.top])
  const line = (list: readonly (readonly [number, number])[]): string =>
    linePoints(list.map(([strike, volatility]) => [x.at(strike), y.at(volatility)]))
  return (
    <figure className={classes['figure']}>
      <figcaption className={classes['caption']}>
        Volatility smile
        <span className={classes['key']} data-series="call">
          Calls
        </span>
        <span className={classes['key']} data-series="put">
          Puts
        </span>
      </figcaption>
      <svg
        className={classes['picture']}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Implied volatility by strike: from ${low.toFixed(1)} to ${high.toFixed(1)} percent`}
      >
        {ticksOf(y.low, y.high, 4).map((value) => (
          <Fragment key={value}>
            <line
              className={classes['grid']}
              x1={edge.left}
              x2={width - edge.right}
              y1={y.at(value)}
              y2={y.at(value)}
            />
            <text className={classes['tick']} x={edge.left - 4} y={y.at(value) + 3} textAnchor="end">
              {`${value}%`}
            </text>
          </Fragment>
        ))}
        <polyline className={classes['callLine']} points={line(calls)} />
        <polyline className={classes['putLine']} points={line(puts)} />
        <PriceAxis x={x} price={price} />
      </svg>
    </figure>
  )
}

function PriceAxis({ x, price }: { readonly x: ReturnType<typeof linearScale>; readonly price: number | null }) {
  return (
    <>
      {ticksOf(x.low, x.high, 7).map((value) => (
        <text key={value} className={classes['tick']} x={x.at(value)} y={height - 6} textAnchor="middle">
          {value}
        </text>
      ))}
      {price === null ? null : (
        <line className={classes['now']} x1={x.at(price)} x2={x.at(price)} y1={edge.top} y2={height - edge.bottom} />
      )}
    </>
  )
}

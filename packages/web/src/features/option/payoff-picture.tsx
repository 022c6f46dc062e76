// The payoff of a position as a picture: at its first expiration and on a chosen day, with a slider for the day and one
// for volatility. The pointer, and the arrow keys on the picture, read the curves at a price.
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import type { Outcome } from '@clubfolio/domain'
import { formatMoney } from '../../ui/format/money.ts'
import { daysToFirst, payoffCurve, type PayoffPosition, payoffSpan, profitAt } from './payoff.ts'
import classes from './picture.module.css'
import { linearScale, linePoints, ticksOf } from './plot.ts'

export interface PayoffPictureProps {
  readonly position: PayoffPosition
  readonly outcome: Outcome
  /** What the picture is of, for screen readers: "SPY vertical". */
  readonly label: string
}

const width = 360
const height = 190
const edge = { left: 46, right: 8, top: 8, bottom: 20 }
const shiftPoints = 20

const dollarWords = (amount: number): string => formatMoney(amount.toFixed(0), { decimals: 0 })
const priceWords = (price: number): string => formatMoney(price.toFixed(2))

export function PayoffPicture({ position, outcome, label }: PayoffPictureProps) {
  const lastDay = daysToFirst(position)
  const [day, setDay] = useState(0)
  const [shift, setShift] = useState(0)
  const [pointed, setPointed] = useState<number>()
  const pictureRef = useRef<SVGSVGElement>(null)
  const clipId = useId()
  const moment = useMemo(() => ({ day: Math.min(day, lastDay), shift }), [day, lastDay, shift])
  const span = useMemo(() => payoffSpan(position, outcome), [position, outcome])
  const curve = useMemo(() => payoffCurve(position, span, moment), [position, span, moment])
  const profits = curve.flatMap(({ atExpiration, onDay }) => [atExpiration, onDay])
  const [low, high] = [Math.min(0, ...profits), Math.max(0, ...profits)]
  const room = (high - low || 1) * 0.06
  const x = linearScale(span, [edge.left, width - edge.right])
  const y = linearScale([low - room, high + room], [height - edge.bottom, edge.top])
  const shown = profitAt(position, pointed ?? position.spot, moment)

  const point = (price: number): void => setPointed(Math.min(x.high, Math.max(x.low, price)))
  const onPointerMove = (event: PointerEvent<SVGSVGElement>): void => {
    const box = pictureRef.current?.getBoundingClientRect()
    if (box && box.width > 0) point(x.from(((event.clientX - box.left) / box.width) * width))
  }
  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    point((pointed ?? position.spot) + (step * (x.high - x.low)) / 60)
  }
  const area = (isProfit: boolean): string => {
    const top = y.at(0)
    const points = curve.map(({ price, atExpiration }): [number, number] => [
      x.at(price),
      y.at(isProfit ? Math.max(0, atExpiration) : Math.min(0, atExpiration)),
    ])
    return linePoints([[x.at(span[0]), top], ...points, [x.at(span[1]), top]])
  }
  const dayName = moment.day === 0 ? 'Today' : moment.day === 1 ? 'In 1 day' : `In ${moment.day} days`
  return (
    <figure className={classes['figure']}>
      <dl className={classes['readout']} aria-live="polite">
        <div>
          <dt>{pointed === undefined ? 'At the price now' : 'At the price'}</dt>
          <dd>{priceWords(shown.price)}</dd>
        </div>
        <div data-line="expiration">
          <dt>At expiration</dt>
          <dd>{dollarWords(shown.atExpiration)}</dd>
        </div>
        <div data-line="day">
          <dt>{dayName}</dt>
          <dd>{dollarWords(shown.onDay)}</dd>
        </div>
      </dl>
      <svg
        ref={pictureRef}
        className={classes['picture']}
        viewBox={`0 0 ${width} ${height}`}
        role="slider"
        tabIndex={0}
        aria-label={`Payoff of ${label}`}
        aria-valuemin={Math.round(x.low)}
        aria-valuemax={Math.round(x.high)}
        aria-valuenow={Math.round(shown.price)}
        aria-valuetext={
          `${priceWords(shown.price)}: ${dollarWords(shown.atExpiration)} at expiration, ` +
          `${dollarWords(shown.onDay)} ${dayName.toLowerCase()}`
        }
        onPointerMove={onPointerMove}
        onPointerLeave={() => setPointed(undefined)}
        onKeyDown={onKeyDown}
        onBlur={() => setPointed(undefined)}
      >
        <clipPath id={clipId}>
          <rect
            x={edge.left}
            y={edge.top}
            width={width - edge.left - edge.right}
            height={height - edge.top - edge.bottom}
          />
        </clipPath>
        {ticksOf(y.low, y.high, 4).map((value) => (
          <g key={value}>
            <line
              className={classes['grid']}
              x1={edge.left}
              x2={width - edge.right}
              y1={y.at(value)}
              y2={y.at(value)}
            />
            <text className={classes['tick']} x={edge.left - 4} y={y.at(value) + 3} textAnchor="end">
              {formatMoney(value.toFixed(0), { decimals: 0 })}
            </text>
          </g>
        ))}
        {ticksOf(x.low, x.high, 5).map((value) => (
          <text key={value} className={classes['tick']} x={x.at(value)} y={height - 6} textAnchor="middle">
            {value}
          </text>
        ))}
        <g clipPath={`url(#${clipId})`}>
          <polygon className={classes['profitArea']} points={area(true)} />
          <polygon className={classes['lossArea']} points={area(false)} />
          <line className={classes['zero']} x1={edge.left} x2={width - edge.right} y1={y.at(0)} y2={y.at(0)} />
          <line
            className={classes['now']}
            x1={x.at(position.spot)}
            x2={x.at(position.spot)}
            y1={edge.top}
            y2={height - edge.bottom}
          />
          <polyline
            className={classes['expirationLine']}
            points={linePoints(curve.map(({ price, atExpiration }) => [x.at(price), y.at(atExpiration)]))}
          />
          <polyline
            className={classes['dayLine']}
            points={linePoints(curve.map(({ price, onDay }) => [x.at(price), y.at(onDay)]))}
          />
          {outcome.breakEvens.map((price) => (
            <circle
              key={price.toFixed()}
              className={classes['breakEven']}
              cx={x.at(price.toNumber())}
              cy={y.at(0)}
              r={3}
            />
          ))}
          {pointed === undefined ? null : (
            <line
              className={classes['pointer']}
              x1={x.at(pointed)}
              x2={x.at(pointed)}
              y1={edge.top}
              y2={height - edge.bottom}
            />
          )}
        </g>
      </svg>
      <div className={classes['sliders']}>
        <Slider
          name="Day"
          words={moment.day === 0 ? 'today' : `${moment.day} of ${lastDay}`}
          min={0}
          max={lastDay}
          value={moment.day}
          onChange={setDay}
        />
        <Slider
          name="Volatility"
          words={`${shift > 0 ? '+' : ''}${shift} points`}
          min={-shiftPoints}
          max={shiftPoints}
          value={shift}
          onChange={setShift}
        />
      </div>
    </figure>
  )
}

interface SliderProps {
  readonly name: string
  readonly words: string
  readonly min: number
  readonly max: number
  readonly value: number
  readonly onChange: (value: number) => void
}

function Slider({ name, words, min, max, value, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className={classes['slider']}>
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={1}
        value={value}
        aria-valuetext={words}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <output htmlFor={id}>{words}</output>
    </div>
  )
}

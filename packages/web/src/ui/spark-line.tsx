// A small line of closes in a table row that shows only the shape; its accessible text gives first, last, lowest and
// highest.
import classes from './spark-line.module.css'

export interface SparkLineProps {
  readonly values: readonly number[]
  /** What the line shows: "Last 30 closes of SPY". */
  readonly label: string
}

const width = 96
const height = 22
const inset = 2

export function SparkLine({ values, label }: SparkLineProps) {
  if (values.length < 2) return <span className={classes['none']}>--</span>
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const spread = high - low || 1
  const points = values.map((value, index) => {
    const x = inset + (index / (values.length - 1)) * (width - 2 * inset)
    const y = height - inset - ((value - low) / spread) * (height - 2 * inset)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  const isUp = values.at(-1)! >= values[0]!
  return (
    <svg
      className={classes['spark']}
      data-up={isUp}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={`${label}: from ${values[0]} to ${values.at(-1)}, lowest ${low}, highest ${high}`}
    >
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
    </svg>
  )
}

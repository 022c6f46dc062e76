// What the colors of a heat map stand for, each with its figure.
import { formatPercent } from '../format/percent.ts'
import { heatColors, heatTones } from './heat-tone.ts'
import classes from './treemap.module.css'

/** `step` is the percentage from one color to the next. */
export function HeatLegend({ step }: { readonly step: number }) {
  return (
    <ul className={classes['legend']} aria-label="Colors, each for the changes nearest to its figure">
      {heatTones.map((tone) => (
        <li key={tone} style={heatColors(tone)}>
          {formatPercent(tone * step, { isSigned: true, isTrimmed: true })}
        </li>
      ))}
    </ul>
  )
}

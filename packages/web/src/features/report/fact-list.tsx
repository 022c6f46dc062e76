// The choices of a report in words, as the modals show what they are about to save, prepare or mail.
import classes from './report.module.css'

export function FactList({ label, facts }: { readonly label: string; readonly facts: readonly string[] }) {
  return (
    <ul className={classes['facts']} aria-label={label}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

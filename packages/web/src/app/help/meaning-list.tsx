// A list of names and their meanings, under a heading.
import classes from './help.module.css'

export interface MeaningListProps {
  readonly title: string
  readonly meanings: readonly (readonly [name: string, meaning: string])[]
}

export function MeaningList({ title, meanings }: MeaningListProps) {
  return (
    <section>
      <h3 className={classes['heading']}>{title}</h3>
      <dl className={classes['meanings']}>
        {meanings.map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

// The keyboard shortcuts, below the page of a screen.
import classes from './help.module.css'
import { shortcuts } from './shortcuts.ts'

export function ShortcutList() {
  return (
    <section>
      <h3 className={classes['heading']}>Shortcuts</h3>
      <dl className={classes['shortcuts']}>
        {shortcuts.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

// The 7 px triangle shown with every profit (up, also zero) and loss (down), so that colour is never the only signal.
import classes from './figure.module.css'

export function Triangle({ isUp }: { readonly isUp: boolean }) {
  return (
    <svg className={classes['triangle']} width="7" height="6" viewBox="0 0 7 6" aria-hidden="true">
      <path d={isUp ? 'M3.5 0 7 6H0Z' : 'M3.5 6 0 0H7Z'} fill="currentColor" />
    </svg>
  )
}

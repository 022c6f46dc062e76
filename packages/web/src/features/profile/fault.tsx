// What is wrong with a field that is no single input.
import classes from './profile.module.css'

export function Fault({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p className={classes['fault']} role="alert">
      {text}
    </p>
  )
}

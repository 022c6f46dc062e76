// The plain links below a sign-in form, to the other forms. Pressing one leaves the focus where it is: blurring a
// half-typed field would show its error, and the link would move away from under the pointer.
import { UnstyledButton } from '@mantine/core'
import classes from './auth.module.css'

export function FormLinks({ links }: { readonly links: readonly (readonly [words: string, onClick: () => void])[] }) {
  return (
    <div className={classes['links']}>
      {links.map(([words, onClick]) => (
        <UnstyledButton
          key={words}
          className={classes['link']}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onClick}
        >
          {words}
        </UnstyledButton>
      ))}
    </div>
  )
}

// The link sent to a new e-mail address was opened. The change takes a button press, so that programs that open links
// in a mailbox change nothing.
import { Button } from '@mantine/core'
import { useConfirmEmail } from './api.ts'
import classes from './auth.module.css'
import { FormLinks } from './form-links.tsx'

export interface NewEmailFormProps {
  readonly token: string
  readonly onDone: (message: string, email: string) => void
  readonly onLogin: () => void
}

export function NewEmailForm({ token, onDone, onLogin }: NewEmailFormProps) {
  const confirm = useConfirmEmail(onDone)
  return (
    <div className={classes['form']}>
      <p className={classes['hint']}>
        From now on you sign in with this address. All your sessions end, and the old address is notified.
      </p>
      <Button size="md" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate(token)} autoFocus>
        Use this address
      </Button>
      <FormLinks links={[['Login', onLogin]]} />
    </div>
  )
}

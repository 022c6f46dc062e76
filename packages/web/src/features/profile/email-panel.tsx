// Changes the e-mail address: the password, then a link at the new address. Nothing changes until it is opened.
import { profileRoutes, type MyProfile } from '@clubfolio/contract'
import { PasswordInput, TextInput } from '@mantine/core'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FieldPair } from '../../ui/form-layout.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useChangeEmail } from './api.ts'
import classes from './profile.module.css'

const { body } = profileRoutes.changeMyEmail

export function EmailPanel({ profile }: { readonly profile: MyProfile }) {
  const form = useCheckedForm({
    initialValues: { email: '', password: '' },
    schema: body,
    refusalFields: { wrongPassword: 'password' },
  })
  const change = useChangeEmail()
  return (
    <Panel title="E-mail" isPadded>
      <p className={classes['now']}>
        You sign in as <strong>{profile.email}</strong>.
      </p>
      {change.data ? (
        <p className={classes['sent']} role="status">
          {change.data.message}
        </p>
      ) : null}
      <form
        className={classes['form']}
        noValidate
        aria-label="E-mail"
        onSubmit={form.submit((values) => change.mutateAsync(values, { onSuccess: () => form.reset() }))}
      >
        <FieldPair>
          <TextInput
            label="New e-mail"
            type="email"
            inputMode="email"
            autoComplete="off"
            {...form.textField('email')}
          />
          <PasswordInput label="Your password" autoComplete="current-password" {...form.textField('password')} />
        </FieldPair>
        <p className={classes['note']}>
          A link goes to the new address. When you open it, all your sessions end and the old address is notified.
        </p>
        <FormFoot submit="Send link" openCount={form.openCount} isSubmitting={change.isPending} />
      </form>
    </Panel>
  )
}

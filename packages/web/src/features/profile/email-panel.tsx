// Changes the e-mail address: the password, then a link at the new address. Nothing changes until it is opened.
import { profileRoutes, type MyProfile } from '@clubfolio/contract'
import { PasswordInput, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useChangeEmail } from './api.ts'
import classes from './profile.module.css'

const { body } = profileRoutes.changeMyEmail

export function EmailPanel({ profile }: { readonly profile: MyProfile }) {
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: schemaResolver(body, { sync: true }),
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
  })
  const change = useChangeEmail(form.setErrors)
  const openCount = body.safeParse(form.values).error?.issues.length ?? 0
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
        onSubmit={form.onSubmit((values) => change.mutate(values, { onSuccess: () => form.reset() }))}
      >
        <div className={classes['pair']}>
          <TextInput
            label="New e-mail"
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            maxLength={128}
            {...form.getInputProps('password')}
          />
        </div>
        <p className={classes['note']}>
          A link goes to the new address. When you open it, all your sessions end and the old address is notified.
        </p>
        <FormFoot submit="Send link" openCount={openCount} isSubmitting={change.isPending} />
      </form>
    </Panel>
  )
}

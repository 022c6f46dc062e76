// Sets a new password, given the current one; the other sessions end.
import { securityRoutes } from '@clubfolio/contract'
import { PasswordInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useChangePassword } from './api.ts'
import classes from './profile.module.css'

const { body } = securityRoutes.changePassword

export function PasswordPanel() {
  const form = useForm({
    initialValues: { oldPassword: '', newPassword: '' },
    validate: schemaResolver(body, { sync: true }),
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
  })
  const change = useChangePassword(() => form.reset(), form.setErrors)
  const openCount = body.safeParse(form.values).error?.issues.length ?? 0
  return (
    <Panel title="Password" isPadded>
      <form
        className={classes['form']}
        noValidate
        aria-label="Password"
        onSubmit={form.onSubmit((values) => change.mutate(values))}
      >
        <div className={classes['pair']}>
          <PasswordInput
            label="Present password"
            autoComplete="current-password"
            maxLength={128}
            {...form.getInputProps('oldPassword')}
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            maxLength={128}
            {...form.getInputProps('newPassword')}
          />
        </div>
        <p className={classes['note']}>At least 8 characters. Your other sessions end.</p>
        <FormFoot submit="Change password" openCount={openCount} isSubmitting={change.isPending} />
      </form>
    </Panel>
  )
}

// Sets a new password, given the current one; the other sessions end.
import { securityRoutes } from '@clubfolio/contract'
import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FieldPair } from '../../ui/form-layout.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useCommonPasswordFault } from '../auth/new-password.ts'
import { useChangePassword } from './api.ts'
import classes from './profile.module.css'

const { body } = securityRoutes.changePassword

export function PasswordPanel() {
  const [isChanging, setChanging] = useState(false)
  const commonPasswordFault = useCommonPasswordFault(isChanging)
  const form = useCheckedForm({
    initialValues: { oldPassword: '', newPassword: '' },
    schema: body,
    refusalFields: { wrongPassword: 'oldPassword', commonPassword: 'newPassword' },
    ownErrors: (values) => {
      const newPassword = commonPasswordFault(values.newPassword)
      return newPassword === undefined ? {} : { newPassword }
    },
  })
  const change = useChangePassword(() => form.reset())
  return (
    <Panel title="Password" isPadded>
      <form
        className={classes['form']}
        noValidate
        aria-label="Password"
        onFocus={() => setChanging(true)}
        onSubmit={form.submit((values) => change.mutateAsync(values))}
      >
        <FieldPair>
          <PasswordInput label="Current password" autoComplete="current-password" {...form.textField('oldPassword')} />
          <PasswordInput label="New password" autoComplete="new-password" {...form.liveField('newPassword')} />
        </FieldPair>
        <p className={classes['note']}>At least 8 characters. Your other sessions end.</p>
        <FormFoot submit="Change password" openCount={form.openCount} isSubmitting={change.isPending} />
      </form>
    </Panel>
  )
}

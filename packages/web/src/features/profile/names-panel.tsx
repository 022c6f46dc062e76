// First and last name, as shown to others.
import { profileRoutes, type MyProfile } from '@clubfolio/contract'
import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useUpdateNames } from './api.ts'
import classes from './profile.module.css'

export function NamesPanel({ profile }: { readonly profile: MyProfile }) {
  const save = useUpdateNames()
  const form = useForm({
    initialValues: { firstName: profile.firstName, lastName: profile.lastName },
    validate: schemaResolver(profileRoutes.updateMyNames.body, { sync: true }),
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
  })
  const { firstName, lastName } = form.values
  const openCount = [firstName, lastName].filter((name) => name.trim() === '').length
  return (
    <Panel title="Names" isPadded>
      <form
        className={classes['form']}
        noValidate
        aria-label="Names"
        onSubmit={form.onSubmit((values) => save.mutate(values))}
      >
        <div className={classes['pair']}>
          <TextInput label="First name" autoComplete="given-name" maxLength={60} {...form.getInputProps('firstName')} />
          <TextInput label="Last name" autoComplete="family-name" maxLength={60} {...form.getInputProps('lastName')} />
        </div>
        <FormFoot submit="Save" openCount={openCount} isSubmitting={save.isPending} />
      </form>
    </Panel>
  )
}

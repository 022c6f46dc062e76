// First and last name, as shown to others.
import { profileRoutes, type MyProfile } from '@clubfolio/contract'
import { TextInput } from '@mantine/core'
import { FormFoot } from '../../ui/form-foot.tsx'
import { FieldPair } from '../../ui/form-layout.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useUpdateNames } from './api.ts'
import classes from './profile.module.css'

export function NamesPanel({ profile }: { readonly profile: MyProfile }) {
  const save = useUpdateNames()
  const form = useCheckedForm({
    initialValues: { firstName: profile.firstName, lastName: profile.lastName },
    schema: profileRoutes.updateMyNames.body,
  })
  return (
    <Panel title="Names" isPadded>
      <form
        className={classes['form']}
        noValidate
        aria-label="Names"
        onSubmit={form.submit((values) => save.mutateAsync(values))}
      >
        <FieldPair>
          <TextInput label="First name" autoComplete="given-name" {...form.textField('firstName')} />
          <TextInput label="Last name" autoComplete="family-name" {...form.textField('lastName')} />
        </FieldPair>
        <FormFoot submit="Save" openCount={form.openCount} isSubmitting={save.isPending} />
      </form>
    </Panel>
  )
}

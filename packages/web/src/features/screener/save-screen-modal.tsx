// Saves the criteria under a name, and whether they run after each market day.
import { screenerRoutes, type SavedScreen, type ScreenCriteria } from '@clubfolio/contract'
import { TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { FormModal } from '../../ui/form-modal.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useSaveScreen } from './api.ts'
import classes from './screener.module.css'

export interface SaveScreenModalProps {
  readonly criteria: ScreenCriteria
  readonly screen: SavedScreen | undefined
  readonly screens: readonly SavedScreen[]
  readonly onClose: () => void
  readonly onSaved: (name: string) => void
}

const schema = screenerRoutes.saveScreen.body.pick({ name: true })

export function SaveScreenModal({ criteria, screen, screens, onClose, onSaved }: SaveScreenModalProps) {
  const form = useCheckedForm({
    initialValues: { name: screen?.name ?? '', isDaily: screen?.isDaily ?? false },
    schema,
  })
  const save = useSaveScreen()
  const name = form.values.name.trim()
  const { isDaily } = form.values
  const isKnown = screens.some((other) => other.name === name)
  return (
    <FormModal
      title="Save screen"
      icon={IconFilter}
      submit={isKnown ? 'Save over it' : 'Save'}
      openCount={form.openCount}
      isSubmitting={save.isPending}
      isDirty={form.isDirty()}
      onSubmit={form.submit(() => save.mutateAsync({ name, criteria, isDaily }, { onSuccess: () => onSaved(name) }))}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        description={isKnown ? 'The screen with this name will be replaced.' : undefined}
        {...form.textField('name')}
      />
      <div className={classes['daily']}>
        <p>Run it after each market day and notify me of new results.</p>
        <Toggle
          label="Run daily"
          isOn={isDaily}
          onLabel="Yes"
          offLabel="No"
          onChange={(isOn) => form.setFieldValue('isDaily', isOn)}
        />
      </div>
    </FormModal>
  )
}

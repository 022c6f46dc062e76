// Saves the choices and the order under a name. Source: docs/rules/trading.md, "Static reports".
import { savedFilterRoutes } from '@clubfolio/contract'
import { TextInput } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { FormModal } from '../../ui/form-modal.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useSavedFilters, useSaveFilter, type ReportFileRequest } from './api.ts'
import { FactList } from './fact-list.tsx'

export interface SaveFilterModalProps {
  readonly request: ReportFileRequest
  /** The choices in words. */
  readonly facts: readonly string[]
  readonly onClose: () => void
}

const schema = savedFilterRoutes.saveFilter.body.pick({ name: true })

export function SaveFilterModal({ request, facts, onClose }: SaveFilterModalProps) {
  const form = useCheckedForm({ initialValues: { name: '' }, schema })
  const { data: saved } = useSavedFilters(request.report)
  const save = useSaveFilter(request.report)
  const name = form.values.name.trim()
  const isKnown = saved?.some((other) => other.name === name) ?? false
  const { filter, orderBy, direction } = request
  return (
    <FormModal
      title="Save filters"
      icon={IconBookmark}
      submit={isKnown ? 'Save over it' : 'Save'}
      openCount={form.openCount}
      isSubmitting={save.isPending}
      isDirty={form.isDirty()}
      onSubmit={form.submit(() => save.mutateAsync({ name, filter, orderBy, direction }, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        description={isKnown ? 'The filters saved under this name will be replaced.' : undefined}
        {...form.textField('name')}
      />
      <FactList label="Saved filters" facts={facts} />
    </FormModal>
  )
}

// Save Analysis prompts for a name; Load Analysis lists the saved analyses, to load or to delete.
import { calculatorRoutes, type AnalysisContent, type SavedAnalysis } from '@clubfolio/contract'
import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core'
import { IconDeviceFloppy, IconFolderOpen, IconTrash } from '@tabler/icons-react'
import { confirm } from '../../ui/confirm.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { Modal } from '../../ui/modal.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useAnalyses, useDeleteAnalysis, useSaveAnalysis } from './api.ts'
import classes from './calculator.module.css'

const schema = calculatorRoutes.saveAnalysis.body.pick({ name: true })

export function SaveAnalysisModal({
  content,
  name: given,
  onClose,
  onSaved,
}: {
  readonly content: AnalysisContent
  readonly name: string
  readonly onClose: () => void
  readonly onSaved: (name: string) => void
}) {
  const form = useCheckedForm({ initialValues: { name: given }, schema })
  const name = form.values.name.trim()
  const save = useSaveAnalysis(() => onSaved(name))
  const known = useAnalyses(true).data?.some((analysis) => analysis.name === name)
  return (
    <FormModal
      title="Save Analysis"
      icon={IconDeviceFloppy}
      submit={known ? 'Save over it' : 'Save'}
      openCount={form.openCount}
      isSubmitting={save.isPending}
      isDirty={form.isDirty()}
      onSubmit={form.submit(() => save.mutateAsync({ name, content }))}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        description={
          known
            ? 'An analysis with this name already exists and will be replaced.'
            : 'Saves everything you typed and drew under this name.'
        }
        {...form.textField('name')}
      />
    </FormModal>
  )
}

export function LoadAnalysisModal({
  onClose,
  onLoad,
}: {
  readonly onClose: () => void
  readonly onLoad: (analysis: SavedAnalysis) => void
}) {
  const analyses = useAnalyses(true)
  const remove = useDeleteAnalysis()
  const ask = async ({ id, name }: SavedAnalysis) => {
    if (
      await confirm({
        question: `Do you want to delete the analysis ${name}?`,
        consequence: 'It cannot be brought back.',
        accept: 'Delete',
        isDanger: true,
      })
    )
      remove.mutate(id)
  }
  return (
    <Modal isOpen onClose={onClose} title="Load Analysis" icon={IconFolderOpen} isFlush>
      <FailedQuery query={analyses} title="The analyses could not be loaded" />
      {analyses.data?.length === 0 ? (
        <EmptyState
          title="Nothing saved yet"
          words="Use Save Analysis to save what you typed and drew. Your saved analyses appear here."
        />
      ) : null}
      <ul className={classes['analyses']}>
        {analyses.data?.map((analysis) => (
          <li key={analysis.id}>
            <UnstyledButton className={classes['analysis']} onClick={() => onLoad(analysis)}>
              <strong>{analysis.name}</strong>
              <span>
                {[
                  analysis.content.ticket,
                  analysis.content.investment_type === 'long' ? 'Long' : 'Short',
                  formatDateTime(analysis.savedAt),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </UnstyledButton>
            <ActionIcon size={28} aria-label={`Delete ${analysis.name}`} onClick={() => void ask(analysis)}>
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

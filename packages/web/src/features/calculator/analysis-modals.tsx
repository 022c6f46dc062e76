// Save Analysis prompts for a name; Load Analysis lists the saved analyses, to load or to delete.
import type { AnalysisContent, SavedAnalysis } from '@clubfolio/contract'
import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core'
import { IconDeviceFloppy, IconFolderOpen, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { useAnalyses, useDeleteAnalysis, useSaveAnalysis } from './api.ts'
import classes from './calculator.module.css'

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
  const formId = useId()
  const [name, setName] = useState(given)
  const written = name.trim()
  const save = useSaveAnalysis(() => onSaved(written))
  const known = useAnalyses(true).data?.some((analysis) => analysis.name === written)
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Save Analysis"
      icon={IconDeviceFloppy}
      foot={
        <FormFoot
          form={formId}
          submit={known ? 'Save over it' : 'Save'}
          openCount={written === '' ? 1 : 0}
          isSubmitting={save.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (written !== '') save.mutate({ name: written, content })
        }}
      >
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          description={
            known
              ? 'An analysis of this name is there already and will be replaced.'
              : 'Everything typed and drawn is kept under this name.'
          }
        />
      </form>
    </Modal>
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
      {analyses.isError ? (
        <FailedState
          title="The analyses could not be loaded"
          why={analyses.error.message}
          onRetry={() => void analyses.refetch()}
          isRetrying={analyses.isFetching}
        />
      ) : null}
      {analyses.data?.length === 0 ? (
        <EmptyState
          title="Nothing saved yet"
          words="Save Analysis keeps what you typed and drew under a name; here you find it again."
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

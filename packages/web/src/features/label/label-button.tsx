// The own label of an instrument: a tag in a row or beside the name of a company, that opens a small form to set or
// remove it.
import { labelRoutes, type BodyOf } from '@clubfolio/contract'
import { codeKey, formatCode } from '@clubfolio/domain'
import { ActionIcon, Button } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kernel/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { SuggestInput } from '../../ui/suggest-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { usePhone } from '../../ui/use-phone.ts'

const labelKey = ['instrument-labels'] as const
const schema = labelRoutes.saveLabel.body.pick({ label: true })

function useLabels(isWanted: boolean) {
  return useQuery({
    queryKey: labelKey,
    queryFn: ({ signal }) => api.stock.findLabels({}, { signal }),
    enabled: isWanted,
  })
}

/** Tables that are grouped by label become stale too. */
function useSaveLabel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'stock', 'saveLabel'>) => api.stock.saveLabel({ body }, { inForm: true }),
    onSuccess: ({ message }) => showToast({ tone: 'success', title: 'Success', message }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: labelKey }),
        client.invalidateQueries({ queryKey: ['participation', 'attribution'] }),
      ]),
  })
}

export interface LabelButtonProps {
  readonly symbol: string
  /** Says the label where there is one. */
  readonly hasWords?: boolean
}

export function LabelButton({ symbol, hasWords = false }: LabelButtonProps) {
  const name = formatCode(symbol)
  const size = usePhone() ? 40 : 26
  const [isOpen, setOpen] = useState(false)
  const labels = useLabels(isOpen || hasWords)
  // The same instrument may be written with another separator of its class elsewhere.
  const own = labels.data?.find((one) => codeKey(one.symbol) === codeKey(symbol))?.label ?? ''
  const tag = <IconTag size={16} stroke={1.6} />
  const shared = { variant: 'subtle', color: 'gray', onClick: () => setOpen(true) } as const
  return (
    <>
      {hasWords && own !== '' ? (
        <Button {...shared} size="compact-sm" h={size} maw={240} leftSection={tag}>
          {`Label: ${own}`}
        </Button>
      ) : (
        <ActionIcon {...shared} size={size} aria-label={`Label of ${name}`}>
          {tag}
        </ActionIcon>
      )}
      {isOpen && labels.data ? (
        <LabelForm
          symbol={symbol}
          name={name}
          label={own}
          known={[...new Set(labels.data.map(({ label }) => label))].sort()}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

interface LabelFormProps {
  readonly symbol: string
  readonly name: string
  readonly label: string
  /** Labels of other instruments, to choose from. */
  readonly known: readonly string[]
  readonly onClose: () => void
}

function LabelForm({ symbol, name, label, known, onClose }: LabelFormProps) {
  const save = useSaveLabel()
  const form = useCheckedForm({ initialValues: { label }, schema })
  const submit = form.submit(async (values) => {
    await save.mutateAsync({ symbol, label: values.label.trim() })
    onClose()
  })
  return (
    <FormModal
      title={`Label of ${name}`}
      submit="Save"
      openCount={form.openCount}
      isSubmitting={save.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <SuggestInput
        label="Own label"
        description="Performance groups by it. Only you see it; empty removes it."
        suggestions={known}
        {...form.textField('label')}
      />
    </FormModal>
  )
}

// Reverses a record of the books after a confirmation that asks why; it remains in the books as reversed.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { api } from '../../../kernel/api.ts'
import { confirmWithReason } from '../../../ui/confirm.tsx'
import { useChangeBooks } from './books-api.ts'
import { useConsequence, useFundRights } from './fund-rights.tsx'

export function ReverseButton({
  accountId,
  id,
  what,
  consequence,
}: {
  readonly accountId: string
  readonly id: string
  readonly what: string
  readonly consequence: string
}) {
  const change = useChangeBooks()
  const { mayRecord } = useFundRights()
  const consequenceOf = useConsequence()
  if (!mayRecord) return null
  const ask = async () => {
    const reason = await confirmWithReason({
      question: `Do you want to reverse this ${what}?`,
      consequence: consequenceOf(`${consequence} The record stays in the books as reversed.`),
      accept: 'Reverse',
      isDanger: true,
    })
    if (reason !== undefined) change.mutate(() => api.fund.reverseRecord({ body: { accountId, id, reason } }))
  }
  return (
    <Tooltip label={`Reverse this ${what}`}>
      <ActionIcon size={26} aria-label={`Reverse this ${what}`} loading={change.isPending} onClick={() => void ask()}>
        <IconArrowBackUp size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

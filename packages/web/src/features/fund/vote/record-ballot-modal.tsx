// The form with which a manager of the fund records a ballot that a member gave on paper or at a meeting.
import type { ManagedVote } from '@clubfolio/contract'
import { Radio, Select, Stack } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { api } from '../../../kernel/api.ts'
import { FormModal } from '../../../ui/form-modal.tsx'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useChangeBooks } from '../book/books-api.ts'

export interface RecordBallotModalProps {
  readonly accountId: string
  readonly vote: ManagedVote
  /** Those whose ballot can be recorded. */
  readonly voters: ManagedVote['roll']
  readonly onClose: () => void
}

export function RecordBallotModal({ accountId, vote, voters, onClose }: RecordBallotModalProps) {
  const form = useCheckedForm({
    initialValues: { memberId: '', choiceId: '' },
    ownErrors: (values) => ({
      memberId: values.memberId === '' ? 'Choose the member.' : undefined,
      choiceId: values.choiceId === '' ? 'Choose what they voted for.' : undefined,
    }),
    refusalFields: { voteNotOnRoll: 'memberId', voteCastByMember: 'memberId' },
  })
  const change = useChangeBooks(onClose)
  const { memberId, choiceId } = form.values
  const chosen = voters.find((one) => one.memberId === memberId)
  return (
    <FormModal
      title="Record a ballot"
      subject={vote.question}
      icon={IconChecklist}
      submit="Record the ballot"
      openCount={form.openCount}
      isSubmitting={change.isPending}
      isDirty={form.isDirty()}
      onSubmit={form.submit((fields) =>
        change.mutateAsync(() =>
          api.fund.recordBallot({ body: { accountId, id: vote.id, ...fields } }, { inForm: true }),
        ),
      )}
      onClose={onClose}
    >
      <Select
        label="Member"
        description={
          chosen === undefined || chosen.recordedBy === null
            ? 'Members who have voted themselves are not listed: only they can change it.'
            : `${chosen.recordedBy} has recorded a ballot for them already. This one takes its place.`
        }
        withAsterisk
        searchable
        data-autofocus
        data={voters.map((one) => ({ value: one.memberId, label: one.name }))}
        {...form.field('memberId')}
        value={memberId === '' ? null : memberId}
        onChange={(value) => form.setFieldValue('memberId', value ?? '')}
      />
      <Radio.Group
        label="Choice"
        description={
          'The fund sees who recorded it. A member with a user is notified, and their own vote takes its place until ' +
          'the end of the last day.'
        }
        withAsterisk
        {...form.field('choiceId')}
        value={choiceId}
        onChange={(value) => form.setFieldValue('choiceId', value)}
      >
        <Stack gap={6} mt={6}>
          {vote.choices.map(({ id, label }) => (
            <Radio key={id} value={id} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </FormModal>
  )
}

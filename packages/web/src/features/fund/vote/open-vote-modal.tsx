// The form that opens a vote.
import { fundVoteRoutes, type NamedBody } from '@clubfolio/contract'
import { addCalendarDays, newYorkDateAt, toEpochMs, toMarketDay } from '@clubfolio/domain'
import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { DayPicker } from '../../../ui/day-picker.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useChangeBooks } from '../book/books-api.ts'
import fundClasses from '../fund.module.css'
import classes from './vote.module.css'

const schema = fundVoteRoutes.openVote.body.pick({
  question: true,
  details: true,
  choices: true,
  recordDay: true,
  lastDay: true,
})

interface VoteValues {
  readonly question: string
  readonly details: string
  /** One a line. */
  readonly choices: string
  readonly kind: 'secret' | 'named'
  readonly count: 'heads' | 'units'
  readonly recordDay: string | null
  readonly lastDay: string | null
}

/** Two weeks to vote. */
const usualDays = 14

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')

export interface OpenVoteModalProps {
  readonly accountId: string
  /** The fund in the title. */
  readonly subject: string
  /** The days that a record day can be. */
  readonly openingDay: string
  readonly lastClose: string
  /** Of the account: ahead of the calendar on a holiday, behind it where its market has stopped. */
  readonly marketDay: string
  readonly onClose: () => void
}

export function OpenVoteModal({ accountId, subject, openingDay, lastClose, marketDay, onClose }: OpenVoteModalProps) {
  const [openedMs] = useState(() => Date.now())
  const firstDay = newYorkDateAt(toEpochMs(openedMs))
  const form = useCheckedForm<VoteValues>({
    initialValues: {
      question: '',
      details: '',
      choices: 'Yes\nNo',
      kind: 'secret',
      count: 'heads',
      recordDay: lastClose,
      lastDay: addCalendarDays(toMarketDay(firstDay > marketDay ? firstDay : marketDay), usualDays),
    },
    schema,
    toInput: ({ choices, ...values }) => ({ ...values, choices: linesOf(choices) }),
    refusalFields: {
      voteLastDay: 'lastDay',
      voteRecordDay: 'recordDay',
      voteWithoutVoters: 'recordDay',
      voteTooFewForSecret: 'recordDay',
    },
  })
  const change = useChangeBooks(onClose)
  const { kind, count } = form.values
  const submit = form.submit(({ question, details, choices, recordDay, lastDay }) => {
    const body: NamedBody<'fund', 'openVote'> = {
      accountId,
      question: question.trim(),
      details: details.trim(),
      choices: linesOf(choices),
      isSecret: kind === 'secret',
      byUnits: count === 'units',
      recordDay: recordDay ?? lastClose,
      lastDay: lastDay ?? firstDay,
    }
    return change.mutateAsync(() => api.fund.openVote({ body }, { inForm: true }))
  })
  return (
    <FormModal
      title="New vote"
      subject={subject}
      icon={IconChecklist}
      submit="Open the vote"
      openCount={form.openCount}
      isSubmitting={change.isPending}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label="Question" withAsterisk data-autofocus {...form.textField('question')} />
      <Textarea label="Details" autosize minRows={2} maxRows={8} {...form.textField('details')} />
      <Textarea
        label="Choices"
        description="One on each line, 2 to 12 of them."
        withAsterisk
        autosize
        minRows={2}
        maxRows={12}
        {...form.field('choices')}
      />
      <Input.Wrapper label="Who sees what was chosen" labelElement="div" description={privacyWords(kind, count)}>
        <SegmentedControl
          aria-label="Who sees what was chosen"
          data={[
            { value: 'secret', label: 'Secret' },
            { value: 'named', label: 'Named' },
          ]}
          value={kind}
          onChange={(value) => form.setFieldValue('kind', value)}
          fullWidth
        />
      </Input.Wrapper>
      <Input.Wrapper
        label="How it is counted"
        labelElement="div"
        description={
          count === 'heads' ? 'Each member counts once.' : 'Each member counts with the units held on the record day.'
        }
      >
        <SegmentedControl
          aria-label="How it is counted"
          data={[
            { value: 'heads', label: 'By heads' },
            { value: 'units', label: 'By units' },
          ]}
          value={count}
          onChange={(value) => form.setFieldValue('count', value)}
          fullWidth
        />
      </Input.Wrapper>
      <div className={classes['days']}>
        <DayPicker label="Last day" isRequired {...form.field('lastDay')} />
        <DayPicker label="Record day" isRequired minDay={openingDay} maxDay={lastClose} {...form.field('recordDay')} />
      </div>
      <p className={fundClasses['example']}>
        Members who held units at the end of the record day vote until the end of the last day in New York, and can
        change their vote until then. An open vote cannot be changed or ended early; it can be cancelled.
      </p>
    </FormModal>
  )
}

function privacyWords(kind: VoteValues['kind'], count: VoteValues['count']): string {
  if (kind === 'named') return 'You see who chose what once it has ended; members see the totals.'
  return count === 'heads'
    ? 'Nobody sees who chose what, then or later. At least three have to vote.'
    : 'Nobody sees who chose what. The result is in whole percents, but where few members hold very different ' +
        'units, it can still point at a large holder.'
}

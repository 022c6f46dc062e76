// Announcements as the managers of a fund write and list them. The text is shown as it was typed and never as anything
// else, so a link in it is only text.
import { fundAnnouncementRoutes, type PostedAnnouncement } from '@clubfolio/contract'
import { Button, Skeleton, Textarea, TextInput } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { Chip } from '../../../ui/chip.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { formatDay } from '../../../ui/format/date.ts'
import { FailedState } from '../../../ui/state/failed-state.tsx'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useFundRights } from '../book/fund-rights.tsx'
import { useAnnouncements, useChangeAnnouncements } from './announcement-api.ts'
import fundClasses from '../fund.module.css'
import classes from './announcement.module.css'

export function AnnouncementsView({ accountId }: { readonly accountId: string }) {
  const announcements = useAnnouncements(accountId)
  const { mayRecord } = useFundRights()
  const [withdrawing, setWithdrawing] = useState<PostedAnnouncement>()
  return (
    <>
      {mayRecord ? <AnnouncementForm accountId={accountId} /> : null}
      {announcements.isError ? (
        <FailedState
          title="The announcements could not be loaded"
          why={announcements.error.message}
          onRetry={() => void announcements.refetch()}
        />
      ) : !announcements.data ? (
        <Skeleton height={120} />
      ) : announcements.data.length === 0 ? (
        <p className={fundClasses['none']}>
          No announcements yet. What is posted appears here, with how many members have opened it.
        </p>
      ) : (
        announcements.data.map((one) => (
          <article key={one.id} aria-label={one.title} className={fundClasses['approval']}>
            <div className={fundClasses['approvalHead']}>
              <strong>{one.title}</strong>
              <span className={fundClasses['dimmed']}>{`${one.by} · ${formatDay(one.postedAt)}`}</span>
              <span className={fundClasses['dimmed']}>{`opened by ${one.readers} of ${one.members}`}</span>
              {one.withdrawn ? <Chip tone="warn">Withdrawn</Chip> : null}
            </div>
            {one.withdrawn ? (
              <p className={fundClasses['waits']}>{`${formatDay(one.withdrawn.at)}: ${one.withdrawn.reason}`}</p>
            ) : null}
            <p className={classes['text']}>{one.text}</p>
            {mayRecord && !one.withdrawn ? (
              <div className={fundClasses['approvalActs']}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Withdraw ${one.title}`}
                  onClick={() => setWithdrawing(one)}
                >
                  Withdraw
                </Button>
              </div>
            ) : null}
          </article>
        ))
      )}
      {withdrawing ? (
        <WithdrawModal accountId={accountId} announcement={withdrawing} onClose={() => setWithdrawing(undefined)} />
      ) : null}
    </>
  )
}

const schema = fundAnnouncementRoutes.postAnnouncement.body.pick({ title: true, text: true })

function AnnouncementForm({ accountId }: { readonly accountId: string }) {
  const form = useCheckedForm({ initialValues: { title: '', text: '' }, schema })
  const change = useChangeAnnouncements(() => form.clear('title', 'text'))
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={form.submit(({ title, text }) =>
        change.mutateAsync(() =>
          api.fund.postAnnouncement({ body: { accountId, title: title.trim(), text: text.trim() } }, { inForm: true }),
        ),
      )}
    >
      <TextInput label="Title" withAsterisk {...form.textField('title')} />
      <Textarea label="Text" withAsterisk autosize minRows={3} maxRows={12} {...form.textField('text')} />
      <p className={fundClasses['example']}>
        Every active member gets it on screen, by mail or both, as they have chosen. It cannot be changed afterwards; to
        correct it, post another one.
      </p>
      <DisabledReason reason={form.openCount === 0 ? undefined : 'Enter a title and a text'}>
        <Button type="submit" loading={change.isPending}>
          Post
        </Button>
      </DisabledReason>
    </form>
  )
}

const withdrawSchema = fundAnnouncementRoutes.withdrawAnnouncement.body.pick({ reason: true })

interface WithdrawModalProps {
  readonly accountId: string
  readonly announcement: PostedAnnouncement
  readonly onClose: () => void
}

function WithdrawModal({ accountId, announcement, onClose }: WithdrawModalProps) {
  const form = useCheckedForm({ initialValues: { reason: '' }, schema: withdrawSchema })
  const change = useChangeAnnouncements(onClose)
  return (
    <FormModal
      title="Withdraw the announcement"
      subject={announcement.title}
      icon={IconSpeakerphone}
      submit="Withdraw"
      isDanger
      openCount={form.openCount}
      isSubmitting={change.isPending}
      isDirty={form.isDirty()}
      onSubmit={form.submit(({ reason }) =>
        change.mutateAsync(() =>
          api.fund.withdrawAnnouncement(
            { body: { accountId, id: announcement.id, reason: reason.trim() } },
            { inForm: true },
          ),
        ),
      )}
      onClose={onClose}
    >
      <TextInput
        label="Reason"
        description="It stays in the history. Mails that were sent cannot be called back."
        withAsterisk
        data-autofocus
        {...form.textField('reason')}
      />
    </FormModal>
  )
}

// Announcements as the managers of a fund write and list them. The text is shown as it was typed and never as anything
// else, so a link in it is only text.
import { fundAnnouncementRoutes, type PostedAnnouncement } from '@clubfolio/contract'
import { Button, Textarea, TextInput } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { Chip } from '../../../ui/chip.tsx'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { formatDay } from '../../../ui/format/date.ts'
import { useCheckedForm } from '../../../ui/use-checked-form.ts'
import { useChangeBooks } from '../book/books-api.ts'
import { FundList } from '../book/fund-list.tsx'
import { useFundRights } from '../book/fund-rights.tsx'
import { ReasonModal } from '../book/reason-modal.tsx'
import { useAnnouncements } from './announcement-api.ts'
import fundClasses from '../fund.module.css'
import classes from './announcement.module.css'

const withdrawSchema = fundAnnouncementRoutes.withdrawAnnouncement.body.pick({ reason: true })

export function AnnouncementsView({ accountId }: { readonly accountId: string }) {
  const announcements = useAnnouncements(accountId)
  const { mayRecord } = useFundRights()
  const [withdrawing, setWithdrawing] = useState<PostedAnnouncement>()
  return (
    <>
      {mayRecord ? <AnnouncementForm accountId={accountId} /> : null}
      <FundList
        query={announcements}
        failure="The announcements could not be loaded"
        empty="No announcements yet. What is posted appears here, with how many members have opened it."
      >
        {(one) => (
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
        )}
      </FundList>
      {withdrawing ? (
        <ReasonModal
          title="Withdraw the announcement"
          subject={withdrawing.title}
          icon={IconSpeakerphone}
          submit="Withdraw"
          schema={withdrawSchema}
          consequence="It stays in the history. E-mails that were already sent cannot be recalled."
          send={(reason) =>
            api.fund.withdrawAnnouncement({ body: { accountId, id: withdrawing.id, reason } }, { inForm: true })
          }
          onClose={() => setWithdrawing(undefined)}
        />
      ) : null}
    </>
  )
}

const schema = fundAnnouncementRoutes.postAnnouncement.body.pick({ title: true, text: true })

function AnnouncementForm({ accountId }: { readonly accountId: string }) {
  const form = useCheckedForm({ initialValues: { title: '', text: '' }, schema })
  const change = useChangeBooks(() => form.clear('title', 'text'))
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

// What a fund announced to a member. Opening one counts it as read; nothing asks the member to.
import type { ReceivedAnnouncement } from '@clubfolio/contract'
import { Skeleton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Chip } from '../../../ui/chip.tsx'
import { formatDay } from '../../../ui/format/date.ts'
import { Panel } from '../../../ui/panel.tsx'
import { FailedState } from '../../../ui/state/failed-state.tsx'
import { useMyAnnouncements, useReadAnnouncement, type OwnPlace } from './announcement-api.ts'
import classes from './announcement.module.css'

/** A part of the member's home; nothing where nothing was announced. */
export function MyAnnouncements({ place }: { readonly place: OwnPlace }) {
  const announcements = useMyAnnouncements(place)
  if (announcements.data?.length === 0) return null
  return (
    <Panel title="Announcements" isRefreshing={announcements.isFetching}>
      {announcements.isError ? (
        <FailedState
          title="The announcements could not be loaded"
          why={announcements.error.message}
          onRetry={() => void announcements.refetch()}
        />
      ) : !announcements.data ? (
        <Skeleton height={64} />
      ) : (
        <ul className={classes['list']} aria-label="Announcements">
          {announcements.data.map((one) => (
            <li key={one.id}>
              <OneAnnouncement place={place} announcement={one} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface OneAnnouncementProps {
  readonly place: OwnPlace
  readonly announcement: ReceivedAnnouncement
}

function OneAnnouncement({ place, announcement: { id, title, text, by, postedAt, isRead } }: OneAnnouncementProps) {
  const [isOpen, setOpen] = useState(false)
  const read = useReadAnnouncement(place)
  const bodyId = useId()
  const Mark = isOpen ? IconChevronDown : IconChevronRight
  const toggle = () => {
    setOpen(!isOpen)
    if (!isOpen && !isRead && !read.isPending) read.mutate(id)
  }
  return (
    <>
      <button
        type="button"
        className={classes['opener']}
        data-new={isRead ? undefined : true}
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={toggle}
      >
        <Mark size={16} stroke={1.6} aria-hidden />
        <span>{title}</span>
        {isRead ? null : <Chip tone="info">New</Chip>}
        <span className={classes['day']}>{formatDay(postedAt)}</span>
      </button>
      <div id={bodyId} hidden={!isOpen} className={classes['body']}>
        <p className={classes['text']}>{text}</p>
        <p>{by}</p>
      </div>
    </>
  )
}

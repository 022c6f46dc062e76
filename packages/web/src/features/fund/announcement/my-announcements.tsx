// What a fund announced to a member. Opening one counts it as read; nothing asks the member to.
import type { ReceivedAnnouncement } from '@clubfolio/contract'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Chip } from '../../../ui/chip.tsx'
import { formatDay } from '../../../ui/format/date.ts'
import { SparsePanel } from '../../../ui/sparse-panel.tsx'
import { useMyAnnouncements, useReadAnnouncement, type OwnPlace } from './announcement-api.ts'
import classes from './announcement.module.css'

/** A part of the member's home; nothing where nothing was announced. */
export function MyAnnouncements({ place }: { readonly place: OwnPlace }) {
  return (
    <SparsePanel
      title="Announcements"
      query={useMyAnnouncements(place)}
      failure="The announcements could not be loaded"
    >
      {(announcements) => (
        <ul className={classes['list']} aria-label="Announcements">
          {announcements.map((one) => (
            <li key={one.id}>
              <OneAnnouncement place={place} announcement={one} />
            </li>
          ))}
        </ul>
      )}
    </SparsePanel>
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

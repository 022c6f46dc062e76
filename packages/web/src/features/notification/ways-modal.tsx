// Delivery settings: for each kind of notification whether it is delivered on screen, by mail, by text message, or by
// web push, and what this device shows.
import {
  alwaysOnScreen,
  messagesPerHour,
  notificationKinds,
  type NotificationChoices,
  type NotificationKind,
} from '@clubfolio/contract'
import { Checkbox } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Modal } from '../../ui/modal.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { useNotificationChoices, useSaveChoice } from './api.ts'
import classes from './notification.module.css'
import { ThisDevice } from './this-device.tsx'

const ways = [
  { way: 'screen', label: 'Screen' },
  { way: 'mail', label: 'Mail' },
  { way: 'sms', label: 'Text message' },
  { way: 'push', label: 'Push' },
] as const
type Way = (typeof ways)[number]['way']
type Choice = NotificationChoices['choices'][number]

export function WaysModal({ onClose }: { readonly onClose: () => void }) {
  const choices = useNotificationChoices()
  return (
    <Modal isOpen onClose={onClose} title="Delivery settings" icon={IconAdjustments} size="medium">
      {choices.data ? <Ways choices={choices.data} /> : null}
      {choices.isError && !choices.data ? (
        <FailedQuery query={choices} title="Your choices could not be loaded" />
      ) : null}
      {choices.isPending ? (
        <p className={classes['hint']} role="status">
          Loading your choices
        </p>
      ) : null}
    </Modal>
  )
}

function Ways({ choices: { choices, email, phone } }: { readonly choices: NotificationChoices }) {
  const save = useSaveChoice()
  /** The pending choices until the server answers; a refusal reverts them. */
  const [wanted, setWanted] = useState<Partial<Record<NotificationKind, Choice>>>({})
  const choose = (choice: Choice) => {
    setWanted((before) => ({ ...before, [choice.kind]: choice }))
    const settle = () =>
      setWanted((before) => (before[choice.kind] === choice ? { ...before, [choice.kind]: undefined } : before))
    save.mutateAsync(choice).then(settle, settle)
  }
  const obstacle = ({ kind }: Choice, way: Way): string | undefined => {
    if (way === 'screen' && alwaysOnScreen.includes(kind)) return 'Sign-ins are always shown on the screen'
    return way === 'sms' && phone === null ? 'Confirm a phone number in your profile first' : undefined
  }
  return (
    <>
      <table className={classes['ways']} aria-label="Delivery settings">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            {ways.map(({ way, label }) => (
              <th key={way} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {choices
            .map((stored) => wanted[stored.kind] ?? stored)
            .map((choice) => (
              <tr key={choice.kind}>
                <th scope="row">{notificationKinds[choice.kind]}</th>
                {ways.map(({ way, label }) => {
                  const why = obstacle(choice, way)
                  return (
                    <td key={way} title={why}>
                      <Checkbox
                        size="xs"
                        aria-label={`${notificationKinds[choice.kind]}: ${label}`}
                        disabled={why !== undefined}
                        checked={choice[way]}
                        onChange={(event) => choose({ ...choice, [way]: event.currentTarget.checked })}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
        </tbody>
      </table>
      <p className={classes['hint']}>
        Mails go to {email}, text messages{' '}
        {phone === null ? (
          <>
            nowhere until a number is confirmed in <Link to="/profile">your profile</Link>
          </>
        ) : (
          `to ${phone}`
        )}
        . More than {messagesPerHour.MAIL} mails or {messagesPerHour.SMS} text messages in an hour come together in one.
        A choice is saved at once.
      </p>
      <ThisDevice />
    </>
  )
}

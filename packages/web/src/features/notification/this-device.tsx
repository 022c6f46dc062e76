// "This device" in the delivery settings: switches web push on and off for this browser, and lists the browsers that
// show notifications, with a test message and a way to remove each.
import type { PushDevice } from '@clubfolio/contract'
import { Button, Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notedPushDevice, notePushDevice } from '../../kernel/noted-push-device.ts'
import { forgetPushDevice, readPushStanding, subscribePush } from '../../kernel/push-device.ts'
import { session } from '../../kernel/session.ts'
import { usePushDevices, useRemovePushDevice, useSavePushDevice, useTestPushDevice } from './api.ts'
import classes from './notification.module.css'

const hints = {
  UNSUPPORTED: 'This browser cannot show notifications while no page is open.',
  NEEDS_INSTALL: 'Add Clubfolio to your home screen first (Share, then Add to Home Screen), and open it there.',
  DENIED:
    'Notifications of this page are blocked. Allow them in the settings of your browser for this page, then reload it.',
  POSSIBLE: 'Shows notifications of the kinds with "Push" on this device, also while no page is open.',
} as const

const notAllowed = 'Notifications were not allowed. Switch them on again and choose Allow.'

export function ThisDevice() {
  const devices = usePushDevices()
  const client = useQueryClient()
  const here = useQuery({ queryKey: ['push-device', 'here'], queryFn: async () => (await notedPushDevice()) ?? null })
  const save = useSavePushDevice()
  const remove = useRemovePushDevice()
  const test = useTestPushDevice()
  const [failure, setFailure] = useState<string>()
  const [isSwitching, setSwitching] = useState(false)
  const standing = readPushStanding()
  if (!devices.data) return null
  const { publicKey, devices: known } = devices.data
  const mine = known.find(({ id }) => id === here.data?.id)

  const switchOn = async (showsDetails: boolean): Promise<void> => {
    setFailure(undefined)
    setSwitching(true)
    try {
      const permission = await Notification.requestPermission()
      if (permission !== 'granted') {
        setFailure(permission === 'denied' ? hints.DENIED : notAllowed)
        return
      }
      // A subscription may have been made with another key of the server, or for another user.
      if (mine === undefined) await forgetPushDevice()
      const { id } = await save.mutateAsync({ ...(await subscribePush(publicKey)), showsDetails })
      await notePushDevice({ id, userId: session.user()?.id ?? '' })
      await client.invalidateQueries({ queryKey: ['push-device'] })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'The browser did not switch notifications on.')
    } finally {
      setSwitching(false)
    }
  }
  const drop = async (device: PushDevice): Promise<void> => {
    if (device.id === mine?.id) await forgetPushDevice()
    await remove.mutateAsync(device.id).catch(() => undefined)
  }
  return (
    <section aria-label="This device">
      <h3 className={classes['deviceTitle']}>This device</h3>
      <p className={classes['hint']}>{hints[standing]}</p>
      {failure === undefined ? null : (
        <p className={classes['hint']} role="alert">
          {failure}
        </p>
      )}
      {standing !== 'POSSIBLE' ? null : mine === undefined ? (
        <Button variant="default" mt="sm" loading={isSwitching} onClick={() => void switchOn(false)}>
          Switch on
        </Button>
      ) : (
        <Checkbox
          size="xs"
          mt="sm"
          label="Show the whole text on the lock screen, amounts included"
          checked={mine.showsDetails}
          onChange={(event) => void switchOn(event.currentTarget.checked)}
        />
      )}
      {known.length === 0 ? null : (
        <ul className={classes['devices']} aria-label="Devices that show notifications">
          {known.map((device) => (
            <li key={device.id}>
              <span>
                {device.browser}
                {device.id === mine?.id ? ' (this device)' : ''}
              </span>
              <Button size="compact-xs" variant="default" onClick={() => test.mutate(device.id)}>
                Send test message
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => void drop(device)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

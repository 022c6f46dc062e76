// Buttons, toggles and quiet menus in their states.
import { Button, SegmentedControl } from '@mantine/core'
import { useRef, useState } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { InlineInput } from '../../ui/inline-input.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QuietMenu } from '../../ui/quiet-menu.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import classes from './gallery.module.css'

const timings = ['Daily', 'Week', 'Month', 'Year'].map((value) => ({ key: value, value }))
const limits = ['All', '10', '20', '30'].map((value) => ({ key: value, value }))

export function ControlsSection() {
  const [isYes, setYes] = useState(true)
  const [isActive, setActive] = useState(false)
  const [timing, setTiming] = useState('Week')
  const [limit, setLimit] = useState('10')
  const [name, setName] = useState('Harbour Club Board')
  const refuseRef = useRef<() => void>(undefined)
  // Stays pending until the button rejects it, so that both states of the toggle are visible.
  const waitForRefusal = () =>
    new Promise<void>((_resolve, reject) => {
      refuseRef.current = () => reject(new Error('refused'))
    })
  return (
    <Panel
      title="Controls"
      isPadded
      canExpand
      controls={
        <QuietMenu
          label="Top Winners"
          groups={[
            { title: 'Timing', choices: timings, chosen: timing, onChoose: setTiming },
            { title: 'Rows', choices: limits, chosen: limit, onChoose: setLimit },
          ]}
        />
      }
    >
      <div className={classes['stack']}>
        <div className={classes['row']}>
          <Button>Primary</Button>
          <Button variant="default">Default</Button>
          <Button variant="subtle">Quiet</Button>
          <Button color="loss">Danger</Button>
          <DisabledReason reason="Nothing to save yet">
            <Button>Disabled</Button>
          </DisabledReason>
          <Button variant="light" aria-pressed>
            Pressed
          </Button>
        </div>
        <div className={classes['row']}>
          <Toggle label="Default account" isOn={isYes} onChange={setYes} onLabel="Yes" offLabel="No" />
          <Toggle
            label="Status of Okafor, Adaeze"
            isOn={isActive}
            onChange={setActive}
            onLabel="Active"
            offLabel="Disable"
          />
          <Toggle label="Refused by the server" isOn={false} onChange={waitForRefusal} />
          <Button size="xs" variant="default" onClick={() => refuseRef.current?.()}>
            Refuse the change
          </Button>
          <Toggle
            label="System group"
            isOn
            onChange={() => undefined}
            onLabel="Yes"
            offLabel="No"
            disabledReason="System groups are fixed"
          />
          <SegmentedControl data={['Floating', 'Real', 'Total']} defaultValue="Real" aria-label="Profit" />
        </div>
        <div className={classes['row']}>
          <span>Group name</span>
          <InlineInput label="Group name" value={name} onAccept={setName} />
        </div>
      </div>
    </Panel>
  )
}

// Appearance settings: the theme of this browser, and the layout that follows the person across browsers.
import { allows, featureAccess } from '@clubfolio/contract'
import { Button, SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useKeepingFigures } from '../../kernel/figures.ts'
import { useFirstSteps, useFirstStepsChoice } from '../../kernel/first-steps.ts'
import { forgetPreference, isBoolean, useHasPreference, usePreference } from '../../kernel/preference.ts'
import { useCan } from '../../kernel/session.ts'
import { confirm } from '../../ui/confirm.tsx'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import classes from './profile.module.css'

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

export function AppearancePanel() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [isFolded, setFolded] = usePreference('menuFolded', false, isBoolean)
  const keeping = useKeepingFigures()
  const can = useCan()
  const hasArrangement = useHasPreference()
  const forget = async () => {
    const isSure = await confirm({
      question: 'Forget your arrangement?',
      consequence: 'Columns, panels and the menu return to their defaults in every browser.',
      accept: 'Forget',
    })
    if (isSure) forgetPreference()
  }
  return (
    <Panel title="Preferences" isPadded>
      <dl className={classes['facts']} data-controls>
        <dt>Theme</dt>
        <dd>
          <SegmentedControl aria-label="Theme" data={schemes} value={colorScheme} onChange={setColorScheme} />
        </dd>
        <dt>Side menu</dt>
        <dd>
          <Toggle
            label="Side menu shows icons only"
            isOn={isFolded}
            onLabel="Icons"
            offLabel="Words"
            onChange={setFolded}
          />
        </dd>
        {allows(featureAccess.accountLink, can) ? <FirstStepsRow /> : null}
        <dt>Offline</dt>
        <dd>
          <Toggle
            label="Keep the last figures on this device"
            isOn={keeping.isOn}
            onLabel="Kept"
            offLabel="Not kept"
            onChange={keeping.set}
            disabledReason={keeping.isInstalled ? 'The installed application always keeps them' : undefined}
          />
          <p className={classes['note']}>
            Without a connection this device then shows the last figures with their time. They are deleted when you sign
            out or your session ends. Leave it off on a shared computer.
          </p>
        </dd>
        <dt>Arrangement</dt>
        <dd>
          <DisabledReason reason={hasArrangement ? undefined : 'Nothing was rearranged yet'}>
            <Button size="xs" variant="default" onClick={() => void forget()}>
              Forget
            </Button>
          </DisabledReason>
        </dd>
      </dl>
    </Panel>
  )
}

function FirstStepsRow() {
  const [choice, choose] = useFirstStepsChoice()
  const answer = useFirstSteps()
  const isSkipped = choice ?? answer?.isSkipped ?? false
  return (
    <>
      <dt>First steps</dt>
      <dd>
        <Toggle
          label="The dashboard shows the first steps"
          isOn={!isSkipped}
          onLabel="Shown"
          offLabel="Hidden"
          onChange={(isShown) => choose(!isShown)}
        />
      </dd>
    </>
  )
}

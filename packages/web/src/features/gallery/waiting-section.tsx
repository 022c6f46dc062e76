// Waiting and lookup widgets: the full-screen spinner, the code of a sign-in, a field that finds one item by keyword, a
// date range behind a calendar, inline values that may not change.
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { BusyOverlay } from '../../app/shell/busy-overlay.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { isCompleteRange, type DayRange } from '../../ui/day-range.ts'
import { InlineInput } from '../../ui/inline-input.tsx'
import { KeywordSelect } from '../../ui/keyword-select.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RangeCalendar } from '../../ui/range-calendar.tsx'
import classes from './gallery.module.css'

interface Person {
  readonly id: string
  readonly name: string
}

const people: readonly Person[] = [
  { id: '1', name: 'Keller, Ann' },
  { id: '2', name: 'Kellerman, Bo' },
]
const search = (keyword: string): Promise<readonly Person[]> =>
  Promise.resolve(people.filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase())))
const nameOf = (person: Person) => person.name
const savingMs = 2_000

export function WaitingSection() {
  const [member, setMember] = useState('')
  const [code, setCode] = useState<string>()
  const [range, setRange] = useState<DayRange>()
  const save = useMutation({ mutationFn: () => new Promise<void>((resolve) => setTimeout(resolve, savingMs)) })
  return (
    <Panel title="Waiting and looking up" isPadded>
      <div className={classes['stack']}>
        <div className={classes['row']}>
          <Button variant="default" onClick={() => save.mutate()}>
            Save for two seconds
          </Button>
          <Button variant="default" onClick={() => setCode(code === undefined ? '' : undefined)}>
            {code === undefined ? 'Enter a code' : 'Close the code'}
          </Button>
          <Button variant="default" onClick={() => setRange(range ? undefined : [null, null])}>
            {range ? 'Close the calendar' : 'Open a calendar'}
          </Button>
        </div>
        {code === undefined ? null : <CodeInput label="Code received" value={code} onChange={setCode} />}
        {range ? (
          <>
            <RangeCalendar value={range} onChange={setRange} />
            <span>{isCompleteRange(range) ? `${range[0]} to ${range[1]}` : 'no range yet'}</span>
          </>
        ) : null}
        <KeywordSelect
          label="Member"
          placeholder="Type 3 characters"
          chosen=""
          search={search}
          name={nameOf}
          onChoose={(person) => setMember(person?.name ?? '')}
        />
        <KeywordSelect
          label="Member, refused"
          chosen="Keller, Ann"
          search={search}
          name={nameOf}
          error="This member is not active."
          onChoose={() => undefined}
        />
        <div className={classes['row']}>
          <span>Chosen: {member === '' ? 'nobody' : member}</span>
          <InlineInput
            label="Name Key of Administrators"
            value="ADMINISTRATORS"
            disabledReason="System groups are fixed"
            onAccept={() => undefined}
          />
        </div>
      </div>
      <BusyOverlay />
    </Panel>
  )
}

// Company search and the instrument search with tags, over a handful of invented companies.
import { useState } from 'react'
import { BubbleTag, type BubbleColor } from '../../ui/bubble-tag.tsx'
import { CompanySearch, type CompanyChoice } from '../../ui/company-search.tsx'
import { InstrumentTags } from '../../ui/instrument-tags.tsx'
import { Panel } from '../../ui/panel.tsx'
import classes from './gallery.module.css'

const companies: readonly CompanyChoice[] = [
  { id: '1', code: 'OSTV', name: 'Ostrava Semiconductors' },
  { id: '2', code: 'OSTR', name: 'Ostrom International Holdings of Northern Lights and Rivers' },
  { id: '3', code: 'CRVN', name: 'Corvane Systems' },
  { id: '4', code: 'HALD', name: 'Halden Marine' },
]

const colors: readonly BubbleColor[] = ['series-1', 'series-2', 'series-3']

/** FAIL is rejected, to show the silent failure. */
function search(keyword: string): Promise<readonly CompanyChoice[]> {
  if (keyword === 'FAIL') return Promise.reject(new Error('refused'))
  return Promise.resolve(
    companies.filter((company) => `${company.code} ${company.name}`.toUpperCase().includes(keyword)),
  )
}

export function SearchSection() {
  const [chosen, setChosen] = useState<readonly CompanyChoice[]>([{ id: '3', code: 'CRVN', name: 'Corvane Systems' }])
  const [last, setLast] = useState('none')
  return (
    <Panel title="Search and tags" isPadded>
      <div className={classes['stack']}>
        <CompanySearch search={search} onChoose={(company) => setLast(company.code)} />
        <span data-testid="chosen">{last}</span>
        <InstrumentTags
          search={search}
          label="Add instrument"
          placeholder="Add instrument"
          chosen={chosen}
          onChange={setChosen}
          colorOf={({ id }) => colors[chosen.findIndex((company) => company.id === id)] ?? 'neutral'}
        />
        <div className={classes['row']}>
          <BubbleTag title="Small" />
          <BubbleTag title="Medium" size="medium" color="series-4" showCloseButton />
        </div>
      </div>
    </Panel>
  )
}

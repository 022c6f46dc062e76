// The help, opened by `?`: the page of the current screen above the shortcuts, the product's words, every other screen,
// and a search over all of it.
import { Drawer, Tabs, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useReturnedFocus } from '../../ui/use-returned-focus.ts'
import { isAllowed } from '../screens.ts'
import { findHelp } from './find-help.ts'
import classes from './help.module.css'
import { helpAt, screenHelp, type ScreenHelp } from './help-pages.ts'
import { JobList } from './job-list.tsx'
import { MeaningList } from './meaning-list.tsx'
import { ScreenPage } from './screen-page.tsx'
import { ShortcutList } from './shortcut-list.tsx'
import { words } from './words.ts'

export function HelpPanel({ onClose }: { readonly onClose: () => void }) {
  useReturnedFocus()
  const can = useCan()
  const [typed, setTyped] = useState('')
  const offered = screenHelp.filter(({ screen }) => isAllowed(screen, can))
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={440}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Help">
        {/* Without the role axe counts a second page banner. */}
        <Drawer.Header role="presentation" className={classes['head']}>
          <TextInput
            data-autofocus
            aria-label="Search the help"
            placeholder="Search the help"
            leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
            className={classes['search']}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        <Drawer.Body className={classes['body']}>
          {typed.trim().length > 1 ? (
            <Found typed={typed} offered={offered} />
          ) : (
            <Chapters offered={offered} onLeave={onClose} />
          )}
          <p className={classes['more']}>
            <a href="/docs/" target="_blank" rel="noreferrer">
              Guides and documentation
            </a>
          </p>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Chapters({ offered, onLeave }: { readonly offered: readonly ScreenHelp[]; readonly onLeave: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const here = helpAt(path)
  const [chosen, setChosen] = useState<string>()
  const shown = offered.find(({ screen }) => screen.name === chosen)
  return (
    <Tabs defaultValue={here ? 'here' : 'jobs'} keepMounted={false} onChange={() => setChosen(undefined)}>
      <Tabs.List className={classes['tabs']}>
        {here ? <Tabs.Tab value="here">This screen</Tabs.Tab> : null}
        <Tabs.Tab value="jobs">How do I ...</Tabs.Tab>
        <Tabs.Tab value="words">Words</Tabs.Tab>
        <Tabs.Tab value="screens">All screens</Tabs.Tab>
      </Tabs.List>
      {here ? (
        <Tabs.Panel value="here" className={classes['panel']}>
          <ScreenPage help={here} />
          <ShortcutList />
        </Tabs.Panel>
      ) : null}
      <Tabs.Panel value="jobs" className={classes['panel']}>
        <JobList onLeave={onLeave} />
      </Tabs.Panel>
      <Tabs.Panel value="words" className={classes['panel']}>
        <MeaningList title="The words of Clubfolio" meanings={words} />
      </Tabs.Panel>
      <Tabs.Panel value="screens" className={classes['panel']}>
        {shown ? <ScreenPage help={shown} /> : <ScreenChoice offered={offered} onChoose={setChosen} />}
        {shown ? null : <ShortcutList />}
      </Tabs.Panel>
    </Tabs>
  )
}

function ScreenChoice({
  offered,
  onChoose,
}: {
  readonly offered: readonly ScreenHelp[]
  readonly onChoose: (name: string) => void
}) {
  return (
    <ul className={classes['choice']}>
      {offered.map(({ screen, page }) => (
        <li key={screen.name}>
          <button type="button" onClick={() => onChoose(screen.name)}>
            <screen.icon size={16} stroke={1.6} aria-hidden />
            <span>
              <strong>{screen.title}</strong> {page.purpose}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Found({ typed, offered }: { readonly typed: string; readonly offered: readonly ScreenHelp[] }) {
  const found = findHelp(typed, offered, words)
  return (
    <>
      <p role="status" className={classes['count']}>
        {found.length === 0 ? 'Nothing found. Try fewer letters or another word.' : `${found.length} found`}
      </p>
      <dl className={classes['meanings']}>
        {found.map(({ title, text, where }) => (
          <div key={`${where}|${title}|${text}`}>
            <dt>
              {title}
              {where && where !== title ? <span className={classes['where']}> {where}</span> : null}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

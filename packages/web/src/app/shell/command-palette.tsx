// Ctrl/Cmd+K: type a few letters, arrow to an entry, Enter. Finds screens and actions itself; features register further
// sources. Words that are an order are read as one, and Enter opens its review.
import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { OrderLinePanel } from '../../features/order/order-line-panel.tsx'
import { type AccountOrderLine, useOrderLine } from '../../features/order/use-order-line.ts'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { paletteSources, type PaletteEntry } from '../../kernel/palette-source.ts'
import { allows } from '@clubfolio/contract'
import { useCan } from '../../kernel/session.ts'
import { useStanding } from '../../kernel/standing.ts'
import { useStore } from '../../kernel/store.ts'
import { useReturnedFocus } from '../../ui/use-returned-focus.ts'
import { paletteActions } from '../palette-actions.ts'
import { offeredScreens } from '../screens.ts'
import { askAndSignOut } from './ask-and-sign-out.ts'
import { chartCode } from './chart-code.ts'
import { forgetHeldTyping, takeHeldTyping } from './held-typing.ts'
import classes from './command-palette.module.css'

interface Section {
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  useReturnedFocus()
  return (
    <Modal.Root opened onClose={onClose} size={560} yOffset={72} centered={false}>
      <Modal.Overlay />
      <Modal.Content aria-label="Command palette">
        <PaletteBody onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

function PaletteBody({ onClose }: { readonly onClose: () => void }) {
  const [words, setWords] = useState('')
  /** Undefined until the user moves through the list. */
  const [index, setIndex] = useState<number>()
  const listId = useId()
  const can = useCan()
  const line = useOrderLine(can('VMA') ? words : '', useRouterState({ select: codeInView }))
  const screens = useScreenSection(words)
  const actions = useActionSection(words)
  const found = useSourceSections(words)
  const sections = [orderSection(line), screens, actions, ...found].filter((section) => section.entries.length > 0)
  const flat = sections.flatMap((section) => section.entries)
  // While an order cannot be reviewed yet, Enter opens nothing else instead.
  const isHeld = line !== undefined && line.request === undefined
  const current = index === undefined && isHeld ? undefined : flat[Math.min(index ?? 0, flat.length - 1)]

  /** The field takes what was typed before it was there. */
  const onField = useCallback((field: HTMLInputElement | null) => {
    if (field === null) return forgetHeldTyping()
    field.focus()
    const typed = takeHeldTyping()
    if (typed !== '') setWords(typed)
  }, [])
  const currentId = current ? `${listId}-${current.id}` : undefined

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && flat.length > 0) {
      event.preventDefault()
      const from = current === undefined ? (step > 0 ? -1 : 0) : flat.indexOf(current)
      setIndex((from + step + flat.length) % flat.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(current)
    }
  }

  return (
    <>
      <div className={classes['search']}>
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <input
          ref={onField}
          data-autofocus
          role="combobox"
          aria-label="Search screens and actions"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={currentId}
          placeholder="Search screens, actions, instruments, accounts, members, reports"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            setIndex(undefined)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {line === undefined ? null : <OrderLinePanel line={line} />}
      <div id={listId} role="listbox" aria-label="Results" className={classes['list']}>
        {sections.map((section) => (
          <div key={section.title} role="group" aria-label={section.title}>
            <div className={classes['title']} aria-hidden>
              {section.title}
            </div>
            {section.entries.map((entry) => (
              <div
                key={entry.id}
                id={`${listId}-${entry.id}`}
                role="option"
                aria-selected={entry === current}
                className={classes['entry']}
                onPointerMove={() => setIndex(flat.indexOf(entry))}
                onClick={() => run(entry)}
              >
                <span>{entry.label}</span>
                {entry.hint ? <span className={classes['hint']}>{entry.hint}</span> : null}
              </div>
            ))}
          </div>
        ))}
        {flat.length === 0 && line === undefined ? (
          <p className={classes['none']}>Nothing found for “{words}”.</p>
        ) : null}
      </div>
    </>
  )
}

const codeInView = ({ location }: { readonly location: { readonly pathname: string } }) => chartCode(location.pathname)

/** One entry, once the order can be reviewed. Nothing is sent before the review. */
function orderSection(line: AccountOrderLine | undefined): Section {
  const request = line?.request
  const entries: PaletteEntry[] =
    request === undefined
      ? []
      : [{ id: 'order-line', label: 'Review order', hint: 'Enter', run: () => openOrderTicket(request) }]
  return { title: 'Order', entries }
}

function useScreenSection(words: string): Section {
  const can = useCan()
  const { isMember, isMemberOnly } = useStanding()
  const navigate = useNavigate()
  return useMemo(() => {
    const entries: PaletteEntry[] = offeredScreens(can, { standing: { isMember, isMemberOnly } }).map((screen) => ({
      id: `screen-${screen.name}`,
      label: screen.title,
      ...(screen.group ? { hint: screen.group } : {}),
      run: () => void navigate({ to: screen.paths[0] }),
    }))
    return { title: 'Screens', entries: entries.filter(({ label }) => holds(label, words)) }
  }, [can, isMember, isMemberOnly, navigate, words])
}

const holds = (text: string, words: string): boolean => text.toLowerCase().includes(words.trim().toLowerCase())

function useActionSection(words: string): Section {
  const can = useCan()
  const { isMemberOnly } = useStanding()
  const navigate = useNavigate()
  return useMemo(() => {
    const go = (path: string) => void navigate({ to: path })
    const found = paletteActions.filter(
      (action) =>
        allows(action.access, can) &&
        !(isMemberOnly && action.isManagers) &&
        holds(`${action.label} ${action.words}`, words),
    )
    const entries: PaletteEntry[] = found.map(({ id, label, hint, run }) => ({
      id: `action-${id}`,
      label,
      ...(hint === undefined ? {} : { hint }),
      run: () => run(go),
    }))
    if (holds('Logout', words)) entries.push({ id: 'action-logout', label: 'Logout', run: () => void askAndSignOut() })
    return { title: 'Actions', entries }
  }, [can, isMemberOnly, navigate, words])
}

function useSourceSections(words: string): readonly Section[] {
  const sources = useStore(paletteSources)
  const wanted = words.trim()
  const [found, setFound] = useState<{ readonly wanted: string; readonly sections: readonly Section[] }>({
    wanted: '',
    sections: [],
  })
  useEffect(() => {
    const asked = sources.filter((source) => wanted.length >= source.fromCharacters)
    if (asked.length === 0) return undefined
    const abort = new AbortController()
    const add = (section: Section) => {
      if (abort.signal.aborted) return
      setFound((before) => ({ wanted, sections: [...(before.wanted === wanted ? before.sections : []), section] }))
    }
    const timer = setTimeout(() => {
      for (const source of asked) {
        source.find(wanted, abort.signal).then(
          (entries) => add({ title: source.title, entries }),
          // The other sources still answer; this one has nothing to show.
          () => undefined,
        )
      }
    }, 150)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted, sources])
  return found.wanted === wanted ? found.sections : []
}

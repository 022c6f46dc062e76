// Which indicators the chart shows: each with its definition in words and its parameters.
import type { SavedIndicator } from '@clubfolio/charts'
import { ActionIcon, Button } from '@mantine/core'
import { IconMathFunction, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Modal } from '../../ui/modal.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { isInvalidNumber } from '../../ui/plain-number.ts'
import classes from './indicator-dialog.module.css'
import type { LoadedTools } from './use-stock-tools.ts'

export interface IndicatorDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly loaded: LoadedTools
}

export function IndicatorDialog({ isOpen, onClose, loaded: { tools, state, module } }: IndicatorDialogProps) {
  const { indicators: shown } = state
  const change = (index: number, next: SavedIndicator | undefined) =>
    tools.setIndicators(shown.flatMap((each, place) => (place === index ? (next === undefined ? [] : [next]) : [each])))
  return (
    <Modal isOpen={isOpen} onClose={onClose} title="Indicators" icon={IconMathFunction} size="medium">
      {shown.length > 0 ? (
        <ul className={classes['chosen']} aria-label="On the chart">
          {shown.map((saved, index) => {
            const definition = module.findIndicator(saved.key)
            const title = definition?.title ?? saved.key
            const params = definition === undefined ? [] : module.checkParams(definition, saved.params)
            return (
              <li key={`${index} ${saved.key} ${params.join(' ')}`} className={classes['row']}>
                <span className={classes['name']}>{title}</span>
                {definition?.params.map(({ name }, place) => (
                  <ParamField
                    key={name}
                    label={`${title}: ${name}`}
                    words={name}
                    value={params[place] ?? 0}
                    onChange={(value) =>
                      change(index, {
                        key: saved.key,
                        params: module.checkParams(
                          definition,
                          params.map((each, other) => (other === place ? value : each)),
                        ),
                      })
                    }
                  />
                ))}
                <ActionIcon
                  size={28}
                  variant="subtle"
                  aria-label={`Remove ${title}`}
                  onClick={() => change(index, undefined)}
                >
                  <IconTrash size={16} stroke={1.6} />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
      ) : (
        <p className={classes['none']}>This chart has no indicators.</p>
      )}
      <ul className={classes['all']} aria-label="All indicators">
        {module.indicators.map(({ key, title, definition, params }) => (
          <li key={key} className={classes['row']}>
            <div className={classes['name']}>
              <strong>{title}</strong>
              <div className={classes['words']}>{definition}</div>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={`Add ${title}`}
              disabled={key === 'volume' && shown.some((each) => each.key === key)}
              onClick={() => tools.setIndicators([...shown, { key, params: params.map(({ value }) => value) }])}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

interface ParamFieldProps {
  readonly label: string
  readonly words: string
  readonly value: number
  readonly onChange: (value: number) => void
}

/** Commits on Enter and on blur, so that no half-typed length is computed. */
function ParamField({ label, words, value, onChange }: ParamFieldProps) {
  const [text, setText] = useState(String(value))
  const commit = () => {
    if (isInvalidNumber(text)) return
    if (text !== String(value) && text !== '') onChange(Number(text))
    else setText(String(value))
  }
  return (
    <span className={classes['param']}>
      <span aria-hidden>{words}</span>
      <NumericInput
        size="xs"
        isCompact
        className={classes['field'] ?? ''}
        aria-label={label}
        value={text}
        onChange={setText}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
    </span>
  )
}
